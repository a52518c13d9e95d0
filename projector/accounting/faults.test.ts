import { groupOf } from '@firsttouch/infra/stores/read-models'
import { beforeEach, describe, expect, test } from 'vitest'
import { openReplay, requestReplay } from '../dead-letters/replay.ts'
import { openStore } from '../steps/store.ts'
import { type AccountingTest, account, openAccountingTest } from '../testing/accounting.ts'
import { conversion, envelopeOf, visit } from '../testing/events.ts'
import { refreshEverything } from '../testing/read-tables.ts'

let accounting: AccountingTest
beforeEach(async () => {
  accounting = await openAccountingTest()
})

describe('dead letters', () => {
  test('dead letters count by their apparent types, and move over when they are replayed', async () => {
    accounting.startProjector()
    accounting.startAccounting()
    const late = visit()
    const parked = JSON.stringify({ ...envelopeOf([late, visit()]), v: 9 })
    await accounting.log.append([
      { key: 'a', value: 'not JSON' },
      { key: 'b', value: parked },
    ])
    await accounting.append([visit()])
    await accounting.expectBalance({
      visit: account({ accepted: 3, projected: 1, uniqueHuman: 1, deadLetters: 2 }),
      unknown: account({ accepted: 1, deadLetters: 1 }),
    })
    // The same event comes once more before the next release can read the parked one.
    await accounting.append([late])
    await accounting.expectBalance({
      visit: account({ accepted: 4, projected: 2, uniqueHuman: 2, deadLetters: 2 }),
      unknown: account({ accepted: 1, deadLetters: 1 }),
    })
    const mended = Buffer.from(JSON.stringify({ ...JSON.parse(parked), v: 1 }))
    await accounting.sql`UPDATE dead_letters SET value = ${mended} WHERE reason = 'future_version'`
    await requestReplay(accounting.sql, [groupOf(accounting.db)])
    const replayOne = openReplay(accounting.leader)
    while (await replayOne());
    await accounting.expectBalance({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 3, duplicates: 1 }),
      unknown: account({ accepted: 1, deadLetters: 1 }),
    })
  })

  test('a dead letter is counted anew when a later release finds other events in it', async () => {
    accounting.startProjector()
    accounting.startAccounting()
    await accounting.log.append([{ key: 'a', value: '{"v":9,"hits":3}' }])
    await accounting.expectBalance({ unknown: account({ accepted: 1, deadLetters: 1 }) })
    const mended = Buffer.from(JSON.stringify(envelopeOf([visit(), visit(), conversion()])))
    await accounting.sql`UPDATE dead_letters SET value = ${mended}`
    await requestReplay(accounting.sql, [groupOf(accounting.db)])
    await openReplay(accounting.leader)()
    await accounting.expectBalance({
      visit: account({ accepted: 2, projected: 2, uniqueHuman: 2 }),
      conversion: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
    })
  })
})

describe('the accounting does not balance when', () => {
  test('the accounting does not balance when the projector skips an entry of the log', async () => {
    accounting.startAccounting()
    await accounting.append([visit()])
    await accounting.sql`
      INSERT INTO checkpoints (consumer_group, partition, next_offset)
      SELECT ${groupOf(accounting.db)}, partition, next_offset FROM log_partitions`
    await accounting.expectBalance({ unknown: account({ accepted: 1, balanced: false }) })
    expect(String(accounting.errors)).toContain(
      'unknown: the log holds 1 more than were projected or set aside',
    )
  })

  test('the accounting does not balance when an event is lost between log and store', async () => {
    const client = accounting.openClient()
    const insert = client.insert.bind(client)
    const dropped: unknown[] = []
    let lost: Parameters<typeof client.insert>[0] = { table: '', values: [] }
    const dropping: typeof client.insert = parameters => {
      if (!parameters.table.endsWith('.events')) return insert(parameters)
      const [first, ...others] = parameters.values as unknown[]
      dropped.push(first)
      lost = parameters
      return insert({ ...parameters, values: others })
    }
    accounting.startProjector(Object.assign(Object.create(client), { insert: dropping }))
    accounting.startAccounting()
    await accounting.append([visit(), visit(), visit()])
    await accounting.expectBalance({
      visit: account({ accepted: 3, projected: 3, uniqueHuman: 2, balanced: false }),
    })
    expect(String(accounting.errors)).toContain(
      'visit: the projector counted 1 more than the read models hold',
    )
    // What is missing comes back, and nothing else comes.
    await insert({ ...lost, values: dropped })
    await refreshEverything(client, accounting.db, openStore(client, accounting.db))
    await accounting.expectBalance({ visit: account({ accepted: 3, projected: 3, uniqueHuman: 3 }) })
  })
})

test('while ClickHouse is down, accepted events are in flight, also after a restart', async () => {
  const stopProjector = accounting.startProjector()
  const stopAccounting = accounting.startAccounting()
  await accounting.append([visit()])
  await accounting.expectBalance({ visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }) })
  await stopProjector()
  await stopAccounting()
  await accounting.client.command({
    query: `RENAME TABLE ${accounting.db}.event_sums TO ${accounting.db}.gone`,
  })
  accounting.startAccounting()
  await accounting.append([visit(), visit()])
  await accounting.expectInFlight(2)
  await accounting.expectBalance({ visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }) })
})
