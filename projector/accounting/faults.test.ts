import { until } from '@firsttouch/infra/rigs/testing/until'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { beforeEach, describe, expect, test } from 'vitest'
import { openReplay, requestReplay } from '../dead-letters/replay.ts'
import { account, type BooksTest, openBooksTest } from '../testing/accounting.ts'
import { conversion, envelopeOf, visit } from '../testing/events.ts'

let books: BooksTest
beforeEach(async () => {
  books = await openBooksTest()
})

describe('dead letters', () => {
  test('are on the books by what they seem to hold, and move over when they are replayed', async () => {
    books.startProjector()
    books.startBooks()
    const late = visit()
    const parked = JSON.stringify({ ...envelopeOf([late, visit()]), v: 9 })
    await books.log.append([
      { key: 'a', value: 'not JSON' },
      { key: 'b', value: parked },
    ])
    await books.append([visit()])
    await books.expectBooks({
      visit: account({ accepted: 3, projected: 1, uniqueHuman: 1, deadLetters: 2 }),
      unknown: account({ accepted: 1, deadLetters: 1 }),
    })
    // The same event comes once more before the next release can read the parked one.
    await books.append([late])
    await books.expectBooks({
      visit: account({ accepted: 4, projected: 2, uniqueHuman: 2, deadLetters: 2 }),
      unknown: account({ accepted: 1, deadLetters: 1 }),
    })
    const mended = Buffer.from(JSON.stringify({ ...JSON.parse(parked), v: 1 }))
    await books.sql`UPDATE dead_letters SET value = ${mended} WHERE reason = 'future_version'`
    await requestReplay(books.sql, [groupOf(books.db)])
    const replayOne = openReplay({ ...books, clickhouse: books.openClient() })
    while (await replayOne());
    await books.expectBooks({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 3, duplicates: 1 }),
      unknown: account({ accepted: 1, deadLetters: 1 }),
    })
  })

  test('are counted anew when the release that reads them finds other events in them', async () => {
    books.startProjector()
    books.startBooks()
    await books.log.append([{ key: 'a', value: '{"v":9,"hits":3}' }])
    await books.expectBooks({ unknown: account({ accepted: 1, deadLetters: 1 }) })
    const mended = Buffer.from(JSON.stringify(envelopeOf([visit(), visit(), conversion()])))
    await books.sql`UPDATE dead_letters SET value = ${mended}`
    await requestReplay(books.sql, [groupOf(books.db)])
    await openReplay({ ...books, clickhouse: books.openClient() })()
    await books.expectBooks({
      visit: account({ accepted: 2, projected: 2, uniqueHuman: 2 }),
      conversion: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
    })
  })
})

describe('the books do not balance when', () => {
  const balancedAt = async (n: number) => {
    books.startProjector()
    books.startBooks()
    await books.append(Array.from({ length: n }, () => visit()))
    await books.expectBooks({ visit: account({ accepted: n, projected: n, uniqueHuman: n }) })
  }

  test('the projector passes over an entry of the log', async () => {
    books.startBooks()
    await books.append([visit()])
    await books.sql`
      INSERT INTO ledger_places (consumer_group, partition, next_offset)
      SELECT ${groupOf(books.db)}, partition, next_offset FROM log_partitions`
    await books.expectBooks({ visit: account({ accepted: 1, balanced: false }) })
  })

  test('the roll-ups lose an event', async () => {
    await balancedAt(3)
    await books.client.command({ query: `TRUNCATE TABLE ${books.db}.traffic_15m` })
    await books.append([visit({ at: Date.parse('2026-04-01T10:00:00.000Z') })])
    await books.expectBooks({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 1, balanced: false }),
    })
  })

  test('the roll-ups count an event twice', async () => {
    await balancedAt(3)
    const columns = `quarter_hour, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type`
    await books.client.command({
      query: `INSERT INTO ${books.db}.traffic_15m (${columns}, n, version, gone)
        SELECT ${columns}, n + 1, version + 1, 0 FROM ${books.db}.traffic_15m`,
    })
    await books.append([visit({ at: Date.parse('2026-04-01T10:00:00.000Z') })])
    await books.expectBooks({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 5, balanced: false }),
    })
  })
})

test('a round that died between its tables is not a statement of the books', async () => {
  const stopBooks = books.startBooks()
  await books.append([visit()])
  await books.expectBooks({ visit: account({ accepted: 1, inFlight: 1 }) })
  await stopBooks()
  const dying = books.openClient()
  const insert = dying.insert.bind(dying)
  const failing: typeof dying.insert = parameters =>
    parameters.table.endsWith('.progress') ? Promise.reject(new Error('Timeout error.')) : insert(parameters)
  const stopProjector = books.startProjector(Object.assign(Object.create(dying), { insert: failing }))
  await until(() => books.errors.length > 0, 8_000)
  await stopProjector()
  // The event is in the roll-ups that the books read, the ledger does not know of it.
  const stopSecond = books.startBooks()
  await books.append([visit()])
  await books.expectBooks({ visit: account({ accepted: 2, inFlight: 2 }) })
  await stopSecond()
  await books.sql`UPDATE books SET basis = NULL`
  books.startBooks()
  await new Promise(resolve => setTimeout(resolve, 2_000))
  await books.expectBooks({ visit: account({ accepted: 2, inFlight: 2 }) })
  books.startProjector()
  await books.expectBooks({ visit: account({ accepted: 2, projected: 2, uniqueHuman: 2 }) })
})

test('while ClickHouse is down, what comes in is on the books as in flight, also after a restart', async () => {
  const stopProjector = books.startProjector()
  const stopBooks = books.startBooks()
  await books.append([visit()])
  await books.expectBooks({ visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }) })
  await stopProjector()
  await stopBooks()
  await books.client.command({ query: `RENAME TABLE ${books.db}.traffic_15m TO ${books.db}.gone` })
  books.startBooks()
  await books.append([visit(), visit()])
  await books.expectBooks({ visit: account({ accepted: 3, projected: 1, uniqueHuman: 1, inFlight: 2 }) })
})

test('what a power cut took from the books is counted again from the first entry', async () => {
  books.startProjector()
  const stopBooks = books.startBooks()
  const twice = visit()
  await books.append([twice, visit(), twice])
  await books.log.append([{ key: 'a', value: 'not JSON' }])
  const all = {
    visit: account({ accepted: 3, projected: 3, uniqueHuman: 2, duplicates: 1 }),
    unknown: account({ accepted: 1, deadLetters: 1 }),
  }
  await books.expectBooks(all)
  await stopBooks()
  await books.client.command({ query: `TRUNCATE TABLE ${books.db}.occurrences` })
  books.startBooks()
  await books.append([twice])
  await books.expectBooks({
    ...all,
    visit: account({ accepted: 4, projected: 4, uniqueHuman: 2, duplicates: 2 }),
  })
  expect(String(books.errors)).toContain('they count the log again')
})
