/** Each test runs against the simulator's models and against the real stores, so it proves that both behave alike. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { describe, expect, test } from 'vitest'
import { acquire, firstVersionOf, LeaseLost, release, renew } from '../lease.ts'
import { ROLLUPS } from '../projections/index.ts'
import type { Rollup } from '../projections/rollup.ts'
import { project } from '../run.ts'
import {
  commitWith,
  NOTHING,
  openTransactions,
  type Projected,
  progressOf,
  readOffsets,
  type Transact,
} from '../steps/commit.ts'
import { deadLetterOf } from '../steps/dead-letters.ts'
import { openQuestions } from '../steps/questions.ts'
import { NO_REDACTION, read } from '../steps/read.ts'
import { openStore } from '../steps/store.ts'
import { fenceOff, refreshRecent } from '../takeover.ts'
import { conversion, exposure, NOON, recordsOf, visit } from '../testing/events.ts'
import { openGroup, openTransact } from './ledger-model.ts'
import { openStoreModel, openTables, questionsTo, type StoreModel } from './store-model.ts'
import type { Statement } from './world.ts'

const AT_ONCE = {
  call: async <R, T>(_: unknown, { read, write }: Statement<R, T>): Promise<T> => write(read?.() as R),
}
const PROCESS = { name: 'a test', isDead: false, frozenUntil: 0 }
const versions = (epoch: number) => {
  let version = firstVersionOf(epoch)
  return () => String(++version)
}

type StoreUnderTest = {
  open: (epoch: number) => StoreModel
  takeOver: (epoch: number) => Promise<unknown>
  refreshRecent: (store: StoreModel) => Promise<void>
  /** Sum of the counts of each table. */
  counted: () => Promise<Record<string, number>>
  progress: () => Promise<unknown>
}
const COUNTING = ['event_minutes', 'session_events', 'session_minutes']
const NEVER = new AbortController().signal

const STORES: [string, () => Promise<StoreUnderTest>][] = [
  [
    'the model',
    async () => {
      const tables = openTables(() => NOON)
      const questions = questionsTo(tables)
      return {
        open: epoch =>
          openStoreModel(tables, AT_ONCE, PROCESS, {
            epoch,
            nextVersion: versions(epoch),
            refuses: () => false,
          }),
        takeOver: async epoch => tables.leaders.push(epoch),
        refreshRecent: store =>
          refreshRecent({
            questions: { recentBuckets: async bucket => questions.recentBuckets(bucket) },
            store,
          }),
        counted: async () => {
          const sum = (table: string) => tables.finalRows(table).reduce((sum, { n }) => sum + n, 0)
          return Object.fromEntries([
            ...COUNTING.slice(0, 2).map(table => [table, sum(table)]),
            [
              'visitors',
              tables
                .finalRows('session_sums')
                .filter(({ key }) => key.startsWith('visitor'))
                .reduce((sum, { n }) => sum + n, 0),
            ],
          ])
        },
        progress: async () => {
          const { next, keptTo } = tables.currentProgress(0)
          return { next, keptTo }
        },
      }
    },
  ],
  [
    'ClickHouse',
    async () => {
      const { client, db } = await openTestClickHouse()
      const ask = async <Row>(query: string): Promise<Row[]> =>
        (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
      const sum = async (table: string, where = 'true') =>
        Number(
          (await ask<{ n: number }>(`SELECT sum(n) AS n FROM ${db}.${table} FINAL WHERE ${where}`))[0]?.n,
        )
      return {
        open: epoch => openStore(client, db, versions(epoch)),
        takeOver: epoch => fenceOff({ clickhouse: client, db }, epoch, NEVER),
        refreshRecent: store => refreshRecent({ questions: openQuestions(client, db), store }),
        counted: async () => ({
          event_minutes: await sum('event_minutes'),
          session_events: await sum('session_events'),
          visitors: await sum('session_sums', `model = 'visitor'`),
        }),
        progress: async () => {
          const [row] = await ask<{ next: number; keptTo: number }>(
            `SELECT toUInt32(next_offset) AS next, toUInt32(kept_to) AS keptTo FROM ${db}.progress FINAL`,
          )
          return row
        },
      }
    },
  ],
]

const utm = { utm_campaign: 'spring' }
const MINUTES = ROLLUPS[0] as Rollup
const BUCKETS = [NOON / 1000]
const one = visit({ utm })
const other = conversion({ id: one.id, pagePath: '/other' })

describe.each(STORES)('the store of %s', (_, open) => {
  test('the store counts each event of a batch in every tier', async () => {
    const { open: leader, counted } = await open()
    await project(recordsOf([one, visit({ utm }), exposure('v2', 'utm_1_a')]), { store: leader(1) })
    expect(await counted()).toEqual({ event_minutes: 3, session_events: 3, visitors: 1 })
  })

  test('the store finds every row of an id, and counts the row at the lowest position, in any order of arrival', async () => {
    const { open: leader, counted } = await open()
    const store = leader(1)
    await project(recordsOf([other], 5), { store })
    expect((await store.known([one.id])).map(({ offset, type }) => [offset, type])).toEqual([
      [5, 'conversion'],
    ])
    await project(recordsOf([one], 2), { store })
    expect((await counted()).visitors).toBe(1)
    await project(recordsOf([other], 7), { store })
    expect(await counted()).toEqual({ event_minutes: 1, session_events: 1, visitors: 1 })
    const contents = (await store.known([one.id]))
      .toSorted((a, b) => a.offset - b.offset)
      .map(({ content }) => content)
    const said = [one, other].map(event => read(recordsOf([event]), NO_REDACTION).rows[0]?.content)
    expect(contents.filter(content => !said.includes(content))).toEqual([])
    expect(contents[0]).toBe(said[0])
  })

  test('the store refuses the refresh of a former leader, and accepts its successor’s', async () => {
    const { open: leader, takeOver, counted, refreshRecent } = await open()
    await takeOver(3)
    await takeOver(4)
    const { rows } = read(recordsOf([one]), NO_REDACTION)
    await leader(4).insertEvents(rows.map(({ row }) => row))
    await expect(leader(3).refresh([[MINUTES, { buckets: BUCKETS }]])).rejects.toMatchObject({ code: '395' })
    expect((await counted()).event_minutes).toBe(0)
    await refreshRecent(leader(4))
    expect(await counted()).toEqual({ event_minutes: 1, session_events: 1, visitors: 1 })
  })

  test('in the store a row of a later epoch replaces one of an earlier epoch', async () => {
    const { open: leader, counted } = await open()
    const [former, leading] = [leader(3), leader(4)]
    await project(recordsOf([one]), { store: leading })
    await project(recordsOf([visit({ utm })], 1), { store: former })
    expect((await counted()).event_minutes).toBe(1)
    await project(recordsOf([visit({ utm })], 2), { store: leading })
    expect((await counted()).event_minutes).toBe(3)
  })

  test('the store keeps the highest progress, and a batch with only duplicates leaves `kept_to` unchanged', async () => {
    const { open: leader, progress } = await open()
    const store = leader(1)
    for (const records of [recordsOf([one]), recordsOf([one], 1)]) {
      await store.saveProgress(progressOf(records, await project(records, { store })))
    }
    expect(await progress()).toEqual({ next: 2, keptTo: 1 })
  })
})

type GroupUnderTest = {
  acquire: () => Promise<number | null>
  renew: (epoch: number) => Promise<boolean>
  release: (epoch: number) => Promise<void>
  expire: () => Promise<unknown>
  transact: (epoch: number) => Transact
  counts: () => Promise<unknown>
  checkpoint: () => Promise<number | undefined>
}
const TTL_MS = 60_000

const GROUPS: [string, () => Promise<GroupUnderTest>][] = [
  [
    'the model',
    async () => {
      let now = NOON
      const group = openGroup(() => now)
      return {
        acquire: async () => group.acquire(TTL_MS),
        renew: async epoch => group.renew(epoch, TTL_MS),
        release: async epoch => {
          group.release(epoch)
        },
        expire: async () => {
          now += TTL_MS + 1
        },
        transact: epoch => openTransact(group, AT_ONCE, PROCESS, epoch),
        counts: async () => [...group.accounts().counts.values()],
        checkpoint: async () => group.accounts().checkpoints.get(0),
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const { sql } = await openTestPostgres()
      const group = groupOf('ours')
      return {
        acquire: () => acquire(sql, group, TTL_MS),
        renew: epoch => renew(sql, { group, epoch, ttlMs: TTL_MS }),
        release: epoch => release(sql, { group, epoch }),
        expire: () => sql`UPDATE projector_leases SET expires_at = now() - interval '1 s'`,
        transact: epoch => openTransactions(sql, group, epoch),
        counts: async () => [
          ...(await sql`SELECT accepted::int, projected::int, duplicates::int, conflicts::int FROM event_counts`),
        ],
        checkpoint: async () => (await readOffsets(sql, group)).get(0),
      }
    },
  ],
]

describe.each(GROUPS)('the lease and the accounts of %s', (_, open) => {
  test('the lease belongs to one process until it is released or expires, with a higher epoch each time', async () => {
    const group = await open()
    expect([await group.acquire(), await group.acquire(), await group.renew(1)]).toEqual([1, null, true])
    await group.release(1)
    expect([await group.acquire(), await group.renew(1), await group.renew(2)]).toEqual([2, false, true])
    await group.release(1)
    expect(await group.acquire()).toBe(null)
    await group.expire()
    expect(await group.acquire()).toBe(3)
  })

  const batch = (records: LogRecord[], known: Projected['known'] = []): [LogRecord[], Projected] => {
    const { rows, deadLetters } = read(records, NO_REDACTION)
    return [records, { ...NOTHING, events: rows, known, deadLetters }]
  }
  const opened = async () => {
    const group = await open()
    await group.acquire()
    const store = { saveProgress: async () => undefined }
    return { group, commit: (epoch: number) => commitWith({ transact: group.transact(epoch), store }) }
  }

  test('the accounts refuse the commit of a former leader, and stay unchanged', async () => {
    const { group, commit } = await opened()
    await group.expire()
    await group.acquire()
    await expect(commit(1)(...batch(recordsOf([one])))).rejects.toThrow(LeaseLost)
    expect([await group.counts(), await group.checkpoint()]).toEqual([[], undefined])
    await commit(2)(...batch(recordsOf([one])))
    expect(await group.checkpoint()).toBe(1)
  })

  test('the accounts count each entry once, and a repeated id as a duplicate', async () => {
    const { group, commit } = await opened()
    await commit(1)(...batch(recordsOf([one, one])))
    expect(await commit(1)(...batch(recordsOf([one, one])))).toEqual({ replayed: 2 })
    expect(await group.counts()).toEqual([{ accepted: 2, projected: 2, duplicates: 1, conflicts: 0 }])
    expect(await group.checkpoint()).toBe(2)
  })

  test('the accounts count a dead letter as accepted, and as projected after its replay', async () => {
    const { group, commit } = await opened()
    const [record] = recordsOf([one]) as [LogRecord]
    await commit(1)([record], { ...NOTHING, deadLetters: [deadLetterOf(record, new Error('refused'))] })
    expect(await group.counts()).toMatchObject([{ accepted: 1, projected: 0 }])
    for (let time = 0; time < 2; time++) await commit(1)(...batch([record]))
    expect(await group.counts()).toEqual([{ accepted: 1, projected: 1, duplicates: 0, conflicts: 0 }])
  })
})
