/** One id in two places of the log, projected by two batches at once or by one that dies: it counts once, and the notes go. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openReplay, requestReplay } from '../../dead-letters/replay.ts'
import { conversion, recordsOf, visit } from '../../testing/events.ts'
import { describeOrders } from '../../testing/orders.ts'
import { openStepped } from '../../testing/stepped.ts'
import { openSharing } from './shared-ids.ts'

let clickhouse: ClickHouseClient
let db: string
let sql: Sql
beforeAll(async () => {
  ;({ client: clickhouse, db } = await openTestClickHouse())
  ;({ sql } = await openTestPostgres())
  // Of this minute the store knows something from now on, so each look has the same steps.
  await stepped(recordAt(partition++, 0, visit())).end()
})

let partition = 0
/** Two partitions that nobody has written to. */
let own: [number, number]
beforeEach(() => {
  own = [partition++, partition++]
})

const recordAt = (at: number, offset: number, event: LoggedEvent): LogRecord[] =>
  recordsOf([event], offset).map(record => ({ ...record, partition: at }))
const stepped = (records: LogRecord[]) => openStepped({ clickhouse, sql, db }, records)
/** What the store would do some time. */
const merge = () => clickhouse.command({ query: `OPTIMIZE TABLE ${db}.events FINAL` })

const counted = async (partitions: number[] = own) => {
  const [row] = await sql`
    SELECT sum(projected)::int AS projected, sum(duplicates)::int AS duplicates, sum(conflicts)::int AS conflicts
    FROM event_counts WHERE partition = ANY(${partitions})`
  return [row?.projected, row?.duplicates, row?.conflicts]
}
const left = async () => [
  ...(await sql`SELECT partition FROM shared_ids`),
  ...(await sql`SELECT partition FROM uncounted_ids`),
]
const ONCE_OF_TWO = [2, 1, 0]

/** Those that the mend is about; `orders.long.test.ts` has more of them. */
describeOrders([
  'abababababab',
  'aaabbbaabbab',
  'aaaabbbbaabb',
  'aaaabbbbbbaa',
  'abbbbbbaaaaa',
  'aabbbbbbaaaa',
  'abbaaaaabbbb',
])

describe('of one that does not come to its end', () => {
  const UNTIL = [3, 4, 5]

  test.each(UNTIL.flatMap(steps => [[steps, 5, 9] as const, [steps, 9, 5] as const]))(
    'one that dies after %d steps, at offset %d, and comes again around another one at %d',
    async (steps, first, second) => {
      const event = visit()
      const dying = stepped(recordAt(own[0], first, event))
      for (let step = 0; step < steps; step++) await dying.step()
      await dying.die()
      await merge()
      const other = stepped(recordAt(own[1], second, event))
      await other.step()
      await other.step()
      const again = stepped(recordAt(own[0], first, event))
      await again.step()
      await again.step()
      // As often as a batch comes again, it is announced once.
      expect(await sql`SELECT FROM uncounted_ids WHERE partition = ${own[0]}`).toHaveLength(1)
      await other.end()
      await merge()
      await again.end()
      expect(await counted()).toEqual(ONCE_OF_TWO)
      expect(await left()).toEqual([])
    },
  )

  test('one that was frozen in its insert takes the place of one that was counted meanwhile', async () => {
    const event = visit()
    const frozen = stepped(recordAt(own[0], 5, event))
    for (let step = 0; step < 3; step++) await frozen.step()
    await frozen.freeze()
    await stepped(recordAt(own[1], 9, event)).end()
    await frozen.wake()
    await merge()
    await stepped(recordAt(own[0], 5, event)).end()
    expect(await counted()).toEqual(ONCE_OF_TWO)
    expect(await left()).toEqual([])
  })

  test('what died is announced still when another batch has been counted and its notes are looked through', async () => {
    const [event, another] = [visit(), visit()]
    const dying = stepped(recordAt(own[0], 5, event))
    for (let step = 0; step < 4; step++) await dying.step()
    await dying.die()
    await stepped(recordAt(own[1], 9, event)).end()
    await merge()
    const more = [partition++, partition++] as const
    const [one, two] = [stepped(recordAt(more[0], 3, another)), stepped(recordAt(more[1], 4, another))]
    await one.step()
    await two.end()
    await one.end()
    await stepped(recordAt(own[0], 5, event)).end()
    expect(await counted()).toEqual(ONCE_OF_TWO)
    expect(await left()).toEqual([])
  })

  test('what a frozen one is about to insert is announced still when who has its partition now has counted less', async () => {
    const [before, event] = [visit(), visit()]
    const frozen = stepped([...recordAt(own[0], 5, before), ...recordAt(own[0], 6, event)])
    for (let step = 0; step < 3; step++) await frozen.step()
    await frozen.freeze()
    await stepped(recordAt(own[0], 5, before)).end()
    await stepped(recordAt(own[1], 9, event)).end()
    await frozen.wake()
    await merge()
    await stepped(recordAt(own[0], 6, event)).end()
    expect(await counted()).toEqual([3, 1, 0])
    expect(await left()).toEqual([])
  })

  test('three of one id, of which the lowest died, are one event and two duplicates, in whatever order they end', async () => {
    for (const last of [0, 1, 2]) {
      const event = visit()
      const places = [partition++, partition++, partition++]
      const of = (index: number) => stepped(recordAt(places[index] ?? 0, 5 + index, event))
      const dying = of(0)
      for (let step = 0; step < 4; step++) await dying.step()
      await dying.die()
      const batches = [of(0), of(1), of(2)]
      for (let step = 0; step < 4; step++) {
        for (const batch of batches) await batch.step()
        await merge()
      }
      for (const index of [0, 1, 2].filter(index => index !== last)) await batches[index]?.end()
      await batches[last]?.end()
      expect(await counted(places)).toEqual([3, 2, 0])
    }
    expect(await left()).toEqual([])
  })
})

describe('of more than one event', () => {
  test('ids that nobody shares leave nothing, and a repeat in one partition is no reason for notes', async () => {
    const [event, another] = [visit(), conversion()]
    await stepped(recordAt(own[0], 5, event)).end()
    const repeat = stepped([...recordAt(own[0], 6, event), ...recordAt(own[0], 7, another)])
    for (let step = 0; step < 5; step++) await repeat.step()
    expect(await sql`SELECT FROM shared_ids`).toHaveLength(0)
    await repeat.end()
    expect(await counted()).toEqual([3, 1, 0])
    expect(await left()).toEqual([])
  })

  test('only what says something else is a conflict, also where the store has forgotten it', async () => {
    const [same, other] = [visit(), visit()]
    const said = { ...other, sessionId: 'utm_1_another' }
    const first = stepped([...recordAt(own[0], 5, same), ...recordAt(own[0], 6, other)])
    for (let step = 0; step < 3; step++) await first.step()
    await stepped([...recordAt(own[1], 8, same), ...recordAt(own[1], 9, said)]).end()
    await first.step()
    await merge()
    await first.end()
    expect(await counted()).toEqual([4, 2, 1])
    expect(await left()).toEqual([])
  })

  test('a batch shares what is noted of its own ids, and not what is noted of others', async () => {
    const [event, another] = [visit(), visit()]
    const asked = async (noted: LoggedEvent) => {
      const records = [...recordAt(own[0], 5, visit()), ...recordAt(own[0], 6, event)]
      const group = groupOf(db)
      await sql`
        INSERT INTO shared_ids (consumer_group, id, partition, "offset", index, type, content)
        VALUES (${group}, ${noted.id}, ${own[1]}, 1, 0, 'visit', '')`
      const sharing = await openSharing(sql, group, records)
      const isShared = await sql.begin(tx => sharing.isSharedIn(tx)())
      await emptyTables(sql, 'shared_ids', 'uncounted_ids')
      return isShared
    }
    expect([await asked(event), await asked(another)]).toEqual([true, false])
  })

  const setAside = async (offset: number, event: LoggedEvent): Promise<void> => {
    const [letter] = recordAt(own[0], offset, event)
    await sql`INSERT INTO dead_letters ${sql({
      ...{ consumer_group: groupOf(db), partition: own[0], offset, reason: 'refused', detail: '' },
      ...{ key: Buffer.from(''), value: Buffer.from(letter?.value ?? ''), code_version: '1' },
      ...{ error_class: 'unknown', appended_at: new Date(), types: sql.json({ visit: 1 }) },
    })}`
  }

  test('a dead letter is replayed while a batch of its partition brings the same id', async () => {
    const event = visit()
    await setAside(2, event)
    await setAside(3, visit())
    await requestReplay(sql, [groupOf(db)])
    const [there, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = Object.assign(Object.create(clickhouse), {
      insert: async (asked: Parameters<ClickHouseClient['insert']>[0]) => {
        there.resolve()
        await over.promise
        return clickhouse.insert(asked)
      },
    })
    const replay = openReplay({ clickhouse: slow, sql, db })()
    await there.promise
    await stepped(recordAt(own[0], 5, event)).end()
    over.resolve()
    await replay
    await merge()
    expect(await openReplay({ clickhouse, sql, db })()).toBe(true)
    expect(await counted()).toEqual([3, 1, 0])
    expect(await left()).toEqual([])
  })

  test('a dead letter takes the id of an event that was counted, dies, and is replayed', async () => {
    const event = visit()
    await setAside(2, event)
    await stepped(recordAt(own[0], 5, event)).end()
    await requestReplay(sql, [groupOf(db)])
    const gone = Object.assign(Object.create(clickhouse), {
      command: async () => {
        throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
      },
    })
    await expect(openReplay({ clickhouse: gone, sql, db })()).rejects.toThrow('gone')
    await merge()
    expect(await openReplay({ clickhouse, sql, db })()).toBe(true)
    expect(await counted()).toEqual(ONCE_OF_TWO)
    expect(await left()).toEqual([])
  })

  test('one that the store refused after it had taken it is known of until it is replayed', async () => {
    const event = visit()
    const refuse = async () => {
      throw Object.assign(new Error('refused'), { code: '53' })
    }
    const both = [...recordAt(own[0], 1, visit()), ...recordAt(own[0], 2, event)]
    await openStepped({ clickhouse, sql, db }, both, refuse).end()
    await requestReplay(sql, [groupOf(db)])
    expect(await openReplay({ clickhouse, sql, db })()).toBe(true)
    await stepped(recordAt(own[1], 5, event)).end()
    await merge()
    expect(await openReplay({ clickhouse, sql, db })()).toBe(true)
    expect(await counted()).toEqual([3, 1, 0])
    expect(await left()).toEqual([])
  })
})
