/** What is followed is written without a refresh, and says what a refresh of all says. */
import type { ClickHouseClient } from '@clickhouse/client'
import { assertReaching } from '@firsttouch/infra/rigs/testing/reaching'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ownVersions } from '../../projections/versions.ts'
import { NOON, recordsOf, visit } from '../../testing/events.ts'
import { A_VISIT, DAYS_APART, openHistory, randomBatch } from '../../testing/random-events.ts'
import { readTables, refreshEverything } from '../../testing/read-tables.ts'
import { project } from '../project.ts'
import { openStore } from '../store.ts'
import { openFollowing } from './followed.ts'

let client: ClickHouseClient
let db: string
beforeAll(async () => {
  ;({ client, db } = await openTestClickHouse())
})

const TABLE = fc.constantFrom(
  'events',
  'event_minutes',
  'event_sums',
  'session_events',
  'session_minutes',
  'session_sums',
)
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: fc.constant('lose one' as const), batch: randomBatch }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('add' as const), batch: randomBatch }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('someone else adds' as const), batch: randomBatch }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('add while someone else does' as const),
      batch: randomBatch,
      other: randomBatch,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('repeat' as const, 'say the same' as const),
      which: fc.nat(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('take' as const), which: fc.nat(), batch: randomBatch }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('fail' as const), table: TABLE, batch: randomBatch }),
  },
)

/** How much may be kept: sometimes less than a batch brings. */
const some = fc.constantFrom(400_000, 400_000, 400_000, 40)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Versions that are given to several. */
const openVersions = () => {
  let previous = '0'
  return async () => {
    const version = await ownVersions()
    const given = { version, previous }
    previous = version
    return given
  }
}

const LOST = { executed: true, query_id: '', response_headers: {} }

/** Which tables are refreshed; some may fail. */
const watch = () => {
  const refreshed: string[] = []
  const failing = new Set<string>()
  const hooks: { afterEvents?: (() => Promise<void>) | undefined; loses?: boolean } = {}
  const tableOf = (name = '') => {
    const table = name.split('.')[1] ?? ''
    if (failing.has(table)) throw new Error('the table is broken')
    return table
  }
  const watched: ClickHouseClient = Object.assign(Object.create(client), {
    command: async (asked: Parameters<ClickHouseClient['command']>[0]) => {
      const [, name] = /^\s*INSERT INTO (\S+) \(/.exec(asked.query) ?? []
      const table = tableOf(name)
      if (asked.query.includes('AS gone')) refreshed.push(table)
      return client.command(asked)
    },
    insert: async (asked: Parameters<ClickHouseClient['insert']>[0]) => {
      const table = tableOf(asked.table)
      if (table === 'events' && hooks.loses) {
        hooks.loses = false
        const values = (asked.values as unknown[]).slice(1)
        return values.length > 0 ? client.insert({ ...asked, values }) : LOST
      }
      const answer = await client.insert(asked)
      const { afterEvents } = hooks
      hooks.afterEvents = undefined
      if (table === 'events') await afterEvents?.()
      return answer
    },
  })
  return { refreshed, failing, hooks, watched }
}

/** A projector that follows, another one that writes to the same tables, and what each step does. */
const openStory = (base: number, most: number) => {
  const history = openHistory(base)
  const { refreshed, failing, hooks, watched } = watch()
  const give = openVersions()
  const following = openFollowing({ client: watched, db, quietMs: { first: 0, most: 0 }, most })
  const own = { store: openStore(watched, db), following, nextVersion: following.versions(give) }
  const other = { store: openStore(client, db), nextVersion: async () => (await give()).version }
  const take = async (step: Step): Promise<void> => {
    refreshed.length = 0
    if (step.does === 'add') await project(history.of(step.batch), own)
    if (step.does === 'someone else adds') await project(history.of(step.batch), other)
    if (step.does === 'add while someone else does') {
      hooks.afterEvents = async () => void (await project(history.of(step.other), other))
      await project(history.of(step.batch), own)
    }
    if (step.does === 'repeat') await project(history.again(step.which), own)
    if (step.does === 'say the same') await project(history.alike(step.which), own)
    if (step.does === 'take') await project(history.inPlaceOf(step.which, step.batch), own)
    if (step.does === 'lose one') {
      const records = history.of(step.batch)
      hooks.loses = true
      await project(records, own).catch(({ message }) =>
        expect(message).toMatch(/^The store has \d of \d events/),
      )
      await project(records, own)
    }
    if (step.does !== 'fail') return
    const records = history.of(step.batch)
    failing.add(step.table)
    await project(records, own).catch(({ message }) => expect(message).toBe('the table is broken'))
    failing.clear()
    await project(records, own)
  }
  return { take, refreshed, other }
}

test('whatever comes, and whoever else writes, each table is what all events make of it', async () => {
  let base = 0
  let [rounds, followed] = [0, 0]
  const addAt = (at: number) => ({ does: 'add' as const, batch: [{ ...A_VISIT, at }] })
  await assertReaching(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), some, async (steps, most) => {
      base += DAYS_APART
      const { take, refreshed, other } = openStory(base, most)
      for (const step of steps) {
        await take(step)
        if (step.does !== 'add') continue
        rounds++
        if (refreshed.length === 0) followed++
      }
      const found = await readTables(client, db)
      await refreshEverything(other.store)
      expect(found).toEqual(await readTables(client, db))
    }),
    {
      examples: [[[0, 1, 500].map(addAt), 400_000]],
      reached: () => expect([followed, rounds]).toEqual([3, 3]),
      numRuns: 15,
      endOnFailure: true,
    },
  )
}, 240_000)

test('a session of more parts than are followed is counted like any other', async () => {
  const following = openFollowing({ client, db })
  const give = openVersions()
  const own = { store: openStore(client, db), following, nextVersion: following.versions(give) }
  const eventsOf = (from: number) =>
    Array.from({ length: 120 }, (_, i) =>
      visit({
        sessionId: `utm_${NOON}_many`,
        at: NOON + 60_000 * (from + i),
        utm: { utm_campaign: `c${from + i}` },
      }),
    )
  for (const from of [0, 120, 240, 360]) await project(recordsOf(eventsOf(from), from), own)
  const found = await readTables(client, db)
  await refreshEverything(own.store)
  expect(found).toEqual(await readTables(client, db))
})

test('of what another event has taken the place of, nothing is followed', async () => {
  const following = openFollowing({ client, db })
  const give = openVersions()
  const own = { store: openStore(client, db), following, nextVersion: following.versions(give) }
  const day = NOON - DAYS_APART
  const of = (name: string) => visit({ sessionId: `utm_${day}_${name}`, at: day, utm: { utm_campaign: 'x' } })
  const first = of('a')
  await project(recordsOf([of('b'), first], 100), own)
  await project(recordsOf([{ ...first, utm: { ...first.utm, utm_campaign: 'y' } }], 50), own)
  await project(recordsOf([of('c')], 110), own)
  const found = await readTables(client, db)
  await refreshEverything(own.store)
  expect(found).toEqual(await readTables(client, db))
})
