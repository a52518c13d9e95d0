import { until } from '@firsttouch/infra/rigs/testing/until'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import { beforeEach, describe, expect, test } from 'vitest'
import { account, type BooksTest, isCaughtUp, openBooksTest } from '../testing/accounting.ts'
import { campaign, conversion, exposure, lead, session, visit } from '../testing/events.ts'

let books: BooksTest
beforeEach(async () => {
  books = await openBooksTest()
})

describe('the books', () => {
  test('balance by type, with bots and duplicates', async () => {
    books.startProjector()
    books.startBooks()
    await books.expectBooks({})
    const twice = conversion({ sessionId: session() })
    await books.append([visit(), visit(), twice, exposure('v2', 'utm_1_a'), twice, twice])
    await books.append([visit({ utm: { utm_source: CANARY_SOURCE } })], { bot: 'canary' })
    await books.append([visit()], { bot: 'user_agent' })
    await books.expectBooks({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 2, uniqueBot: 2, testEvents: 1 }),
      conversion: account({ accepted: 3, projected: 3, uniqueHuman: 1, duplicates: 2 }),
      ab_test: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
    })
    expect((await books.statement())?.conflicts).toBe(0)
    expect(books.errors).toEqual([])
  })

  test('account for what the API tells of its records apart from what visitors send, repeats and all', async () => {
    books.startProjector()
    books.startBooks()
    const recorded = lead({ sessionId: 'utm_1_a' })
    const changes = [3, 2].map(version => lead({ version, status: 'contacted', sessionId: 'utm_1_a' }))
    await books.append([...changes, recorded, recorded, visit(), ...changes])
    await books.append([campaign(), campaign({ version: 2 }), campaign()])
    await books.expectBooks({
      visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
      lead_recorded: account({ accepted: 2, projected: 2, uniqueHuman: 1, duplicates: 1 }),
      lead_changed: account({ accepted: 4, projected: 4, uniqueHuman: 2, duplicates: 2 }),
      campaign_changed: account({ accepted: 3, projected: 3, uniqueHuman: 2, duplicates: 1 }),
    })
    expect((await books.statement())?.conflicts).toBe(0)
    expect(books.errors).toEqual([])
  })

  test('know what is in flight while no projector runs, and since when', async () => {
    books.startBooks()
    const before = Date.now()
    await books.append([visit(), visit(), conversion()])
    await books.expectBooks({
      visit: account({ accepted: 2, inFlight: 2 }),
      conversion: account({ accepted: 1, inFlight: 1 }),
    })
    const oldest = Date.parse((await books.statement())?.oldestInFlight ?? '')
    expect(oldest).toBeGreaterThan(before - 1_000)
    books.startProjector()
    await books.expectBooks({
      visit: account({ accepted: 2, projected: 2, uniqueHuman: 2 }),
      conversion: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
    })
    expect((await books.statement())?.oldestInFlight).toBeNull()
  })

  test('R-07: count an id with another payload as a duplicate and a conflict, in both orders', async () => {
    books.startProjector()
    books.startBooks()
    for (const [one, other, seen] of [
      ['utm_1_a', 'utm_9_z', 1],
      ['utm_9_z', 'utm_1_a', 2],
    ] as const) {
      const first = visit({ sessionId: one })
      await books.append([first])
      await books.append([{ ...first, sessionId: other, utm: { ...first.utm, utm_campaign: 'other' } }])
      await books.append([first])
      await books.expectBooks({
        visit: account({ accepted: 3 * seen, projected: 3 * seen, uniqueHuman: seen, duplicates: 2 * seen }),
      })
      expect((await books.statement())?.conflicts).toBe(seen)
    }
  })

  test('count an id that two types share as the type that came first', async () => {
    books.startProjector()
    books.startBooks()
    const { type: _, referrer: __, ...first } = visit()
    const second = { ...conversion(), ...first }
    await books.append([visit(first), second, second])
    await books.expectBooks({
      visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
      conversion: account({ accepted: 2, projected: 2, duplicates: 2 }),
    })
    expect((await books.statement())?.conflicts).toBe(2)
  })

  test('go on exactly where they were, whoever stops in between', async () => {
    const events = [visit(), conversion({ sessionId: session() }), visit({ sessionId: session() })]
    const stopBooks = books.startBooks()
    await books.append(events)
    await books.expectBooks({
      visit: account({ accepted: 2, inFlight: 2 }),
      conversion: account({ accepted: 1, inFlight: 1 }),
    })
    await stopBooks()
    const stopProjector = books.startProjector()
    await until(() => isCaughtUp(books.log, books.db), 8_000)
    await stopProjector()
    await books.append(events)
    books.startBooks()
    await books.expectBooks({
      visit: account({ accepted: 4, projected: 2, uniqueHuman: 2, inFlight: 2 }),
      conversion: account({ accepted: 2, projected: 1, uniqueHuman: 1, inFlight: 1 }),
    })
    books.startProjector()
    await books.expectBooks({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 2, duplicates: 2 }),
      conversion: account({ accepted: 2, projected: 2, uniqueHuman: 1, duplicates: 1 }),
    })
  })

  test('are kept by one process, and taken over when it ends', async () => {
    books.startProjector()
    const stopFirst = books.startBooks()
    await books.expectBooks({})
    books.startBooks()
    await books.append([visit()])
    await books.expectBooks({ visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }) })
    await stopFirst()
    await books.append([visit()])
    await books.expectBooks({ visit: account({ accepted: 2, projected: 2, uniqueHuman: 2 }) })
    expect(books.errors).toEqual([])
  })
})
