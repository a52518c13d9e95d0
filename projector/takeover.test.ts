import { utimes } from 'node:fs/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { DEFINITIONS, readDefinitions } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventRow, sentBy } from './entries/rows.ts'
import { firstVersionOf } from './lease.ts'
import { eventMinutes } from './projections/event-counts.ts'
import { eventsWhere } from './projections/rollup.ts'
import { project } from './run.ts'
import { progressOf, readOffsets } from './steps/commit.ts'
import { openHalfDone } from './steps/half-done.ts'
import { openQuestions } from './steps/questions.ts'
import { openStore, type Store } from './steps/store.ts'
import { fenceOff, openResume, refreshRecent } from './takeover.ts'
import { envelopeOf, NOON, recordsOf, visit } from './testing/events.ts'
import { commit, openLeader } from './testing/leader.ts'
import { lookingAt } from './testing/looking-at.ts'

const NEVER = new AbortController().signal
const MINUTES = eventMinutes
const BUCKETS = [NOON / 1000]
const ofEpoch = (client: ClickHouseClient, db: string, epoch: number) => {
  let version = firstVersionOf(epoch)
  return openStore(client, db, () => String(++version))
}
const counted = async (client: ClickHouseClient, db: string) => {
  const query = `SELECT sum(n) AS n FROM ${db}.event_minutes FINAL`
  const [row] = await (await client.query({ query, format: 'JSONEachRow' })).json<{ n: number }>()
  return row?.n
}

describe('once a leader has fenced off its predecessors', () => {
  const open = async () => {
    const { clickhouse, client, db } = await openTestClickHouse()
    const [former, leader] = [3, 4].map(epoch => ofEpoch(clickhouse.client(), db, epoch)) as [Store, Store]
    await fenceOff({ clickhouse: client, db }, 3, NEVER)
    const take = () => project(recordsOf([visit()]), { store: lookingAt(openStore(client, db)) })
    return { client, db, former, leader, take }
  }

  test('after fencing, the API serves rows of the present definitions, and no others', async () => {
    const { client, db } = await open()
    expect(await readDefinitions(client, db)).toBe(0)
    await fenceOff({ clickhouse: client, db }, 4, NEVER, true)
    expect(await readDefinitions(client, db)).toBe(DEFINITIONS)
  })

  test('after fencing, a statement that a former leader left running has ended', async () => {
    const { client, db, former, take } = await open()
    await take()
    const slow =
      '(SELECT max(number) FROM numbers(60) WHERE NOT ignore(sleepEachRow(0.5)) SETTINGS max_block_size = 1) = 59'
    const left = former
      .refresh([[{ ...MINUTES, from: eventsWhere(`type = 'visit' AND ${slow}`) }, { buckets: BUCKETS }]])
      .then(
        () => 'written',
        (error: Error) => `ended: ${error.message}`,
      )
    const running = async () => {
      const query = `SELECT 1 FROM system.processes WHERE query LIKE '%INSERT INTO ${db}.%' AND query NOT LIKE '%processes%'`
      return (await (await client.query({ query, format: 'JSONEachRow' })).json()).length > 0
    }
    expect(await Promise.race([left, until(running, 10_000).then(() => 'running')])).toBe('running')
    await fenceOff({ clickhouse: client, db }, 4, NEVER)
    expect(await running()).toBe(false)
    expect(await left).toMatch(/^ended: .*cancelled/)
    expect(await counted(client, db)).toBe(0)
  })
})

describe('what a new leader refreshes', () => {
  test('a new leader’s refresh stops with the process, and starts no further roll-up', async () => {
    const { client: clickhouse, db } = await openTestClickHouse()
    const stop = new AbortController()
    let refreshed = 0
    const refresh = async () => {
      refreshed += 1
      stop.abort()
      return '1'
    }
    await refreshRecent({ questions: openQuestions(clickhouse, db), store: { refresh } }, stop.signal)
    expect(refreshed).toBe(1)
  })

  test('a new leader refreshes the buckets of parts that are at most ten minutes older than the newest active part', async () => {
    const { client, db } = await openTestClickHouse()
    const { db: another } = await openTestClickHouse()
    const settings = [
      'min_age_to_force_merge_seconds = 0',
      ...['max', 'min'].map(space => `max_bytes_to_merge_at_${space}_space_in_pool = 1`),
    ]
    await client.command({ query: `ALTER TABLE ${db}.events MODIFY SETTING ${settings.join(', ')}` })
    /** Inserts events at these minutes after noon as one part, and returns the part's folder. */
    const insert = async (into: string, offset: number, ...minutes: number[]): Promise<string> => {
      await openStore(client, into).insertEvents(
        minutes.map((minute, index) => {
          const event = visit({ at: NOON + minute * 60_000 })
          return eventRow(sentBy(envelopeOf([event])), event, { partition: 0, offset, index })
        }),
      )
      const query = `
        SELECT path FROM system.parts WHERE active AND database = '${into}' AND table = 'events'
        ORDER BY min_block_number DESC LIMIT 1`
      const found = await client.query({ query, format: 'JSONEachRow' })
      return (await found.json<{ path: string }>())[0]?.path ?? ''
    }
    const old = await insert(db, 0, 1)
    const justInTime = await insert(db, 1, 2, 20)
    const newest = await insert(db, 2, 3, 3)
    // When a table is loaded, a part gets the modification time of its folder.
    await client.command({ query: `DETACH TABLE ${db}.events SYNC` })
    const seconds = NOON / 1_000
    for (const [folder, at] of [[old, -601], [justInTime, -600], [newest, 0]] as const)
      await utimes(folder, seconds + at, seconds + at) // biome-ignore format: one part each
    await client.command({ query: `ATTACH TABLE ${db}.events` })
    // The next parts are newer, but belong to another table or database, so they must not count.
    await insert(another, 0, 40)
    await client.command({ query: `INSERT INTO ${db}.leads (minute) VALUES (now())` })

    const refreshed = new Map<string, number[]>()
    const refresh: Store['refresh'] = async ([[{ table }, { buckets }] = [MINUTES, { buckets: [] }]]) => {
      const after = (buckets as number[]).map(at => (at * 1000 - NOON) / 60_000)
      refreshed.set(
        table,
        after.toSorted((a, b) => a - b),
      )
      return '1'
    }
    await refreshRecent({ questions: openQuestions(client, db), store: { refresh } })
    expect(refreshed.get('event_minutes')).toEqual([2, 3, 20])
    expect(refreshed.get('event_sums')).toEqual([0, 15])
  })
})

describe('a leader begins to read a partition', () => {
  const { openFor, recent } = sharedStores()
  let partitions = 0

  const open = () => {
    partitions += 2
    const partition = partitions
    const [one, two, three] = [visit(), visit(), visit()]
    const at = (records: LogRecord[]) => records.map(record => ({ ...record, partition }))
    const bad = (offset: number, value: string): LogRecord[] =>
      at(recordsOf([one], offset)).map(record => ({ ...record, value }))
    return {
      ...openFor(partition),
      partition,
      events: at(recordsOf([one, two, three])),
      repeats: (offset: number) => at(recordsOf([three, one], offset)),
      bad,
      elsewhere: at(recordsOf([one], 1)).map(record => ({ ...record, partition: partition + 1 })),
    }
  }
  type Opened = ReturnType<typeof open>

  test.each<[string, (of: Opened) => LogRecord[][]]>([
    ['repeats in separate batches', ({ events, repeats }) => [events, repeats(3), repeats(5)]],
    ['repeats in the batch of the repeated events', ({ events, repeats }) => [[...events, ...repeats(3)]]],
    ['dead letters', ({ events, bad }) => [events, [...bad(3, 'none'), ...bad(4, '{}')]]],
    ['nothing but dead letters', ({ bad }) => [bad(0, 'none'), bad(1, 'none')]],
    ['an event that another partition had before', ({ events, elsewhere }) => [events, elsewhere]],
  ])('a leader starts at the checkpoint when the last entries were %s', async (_, batchesOf) => {
    const opened = open()
    const batches = batchesOf(opened)
    for (const batch of batches) await opened.take(batch)
    await opened.merge()
    const { partition, offset } = batches.flat().at(-1) as LogRecord
    const { startAt, progress } = openFor(partition)
    expect([await startAt(), (await progress())?.next]).toEqual([offset + 1, offset + 1])
  })

  test('a leader starts at the checkpoint when a batch was projected twice before its commit', async () => {
    const { take, projectOnly, merge, startAt, progress, events, repeats } = open()
    await projectOnly([...events, ...repeats(3)])
    await take([...events, ...repeats(3)])
    await take(repeats(5))
    await merge()
    expect([await startAt(), (await progress())?.keptTo]).toEqual([7, 3])
  })

  test('a leader starts at the checkpoint when only the progress is lost, and saves it again', async () => {
    const { take, startAt, progress, events, ask, partition } = open()
    await take(events)
    await ask(`DELETE FROM db.progress WHERE partition = ${partition}`)
    expect([await startAt(), await progress()]).toEqual([3, { next: 3, keptTo: 3 }])
  })

  test.each([
    ['the last event is lost', 'DELETE FROM db.events WHERE log_offset = 2 AND log_partition ='],
    ['the progress is lost', 'DELETE FROM db.progress WHERE partition ='],
  ])(
    'a leader starts ten minutes before the newest event if the last entries were repeats and %s',
    async (_, lose) => {
      const { take, merge, startAt, progress, events, repeats, ask, partition } = open()
      await take(events)
      await take(repeats(3))
      await merge()
      await ask(`${lose} ${partition}`)
      expect([await startAt(), await progress()]).toEqual([0, undefined])
    },
  )

  test('a leader starts ten minutes before the newest event of each partition', async () => {
    for (const [partition, offset, seconds] of [
      [901, 42, -700],
      [901, 43, -600.001],
      [901, 44, -600],
      [901, 45, 0],
      [902, 9, 5_000],
    ] as const)
      await recent(partition, offset, seconds)
    expect([await openFor(901).startAt(50), await openFor(902).startAt(50)]).toEqual([44, 9])
    expect(await openFor(903).startAt()).toBe(0)
  })

  test('a leader starts at the batch that its predecessor did not commit, which counts as half done until it is repeated', async () => {
    const { take, projectOnly, events, halfDone } = open()
    await take(events.slice(0, 1))
    expect((await halfDone()).isAny()).toBe(false)
    await projectOnly(events)
    const left = await halfDone()
    expect(left.isAny()).toBe(true)
    await expect(left.batch(events, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(left.isAny()).toBe(true)
    await left.batch(events.slice(0, 2), async () => undefined)
    expect(left.isAny()).toBe(true)
    await left.batch(events.slice(1), async () => undefined)
    expect(left.isAny()).toBe(false)
  })
})

/** Stores that these tests share. Each test uses its own partitions. */
function sharedStores() {
  let clickhouse: ClickHouseClient
  let sql: Sql
  let db: string
  let store: Store
  let leader: Awaited<ReturnType<typeof openLeader>>
  beforeAll(async () => {
    ;({ sql } = await openTestPostgres())
    ;({ client: clickhouse, db } = await openTestClickHouse())
    store = lookingAt(openStore(clickhouse, db))
    leader = await openLeader({ clickhouse, sql, db })
  })
  const ask = (query: string) =>
    clickhouse.command({
      query: query.replaceAll('db.', `${db}.`),
      clickhouse_settings: { mutations_sync: '2' },
    })
  const take = async (records: LogRecord[]) =>
    commit(records, await project(records, { store }), { ...leader, store })
  const openFor = (partition: number) => ({
    ask,
    take,
    projectOnly: async (records: LogRecord[]) =>
      store.saveProgress(progressOf(records, await project(records, { store }))),
    merge: () => ask('OPTIMIZE TABLE db.events FINAL'),
    startAt: async (checkpoint?: number) => {
      if (checkpoint)
        await sql`INSERT INTO checkpoints VALUES (${`projector-${db}`}, ${partition}, ${checkpoint}, 1)`
      const checkpointOf = async () => (await readOffsets(sql, `projector-${db}`)).get(partition) ?? 0
      return openResume({ questions: openQuestions(clickhouse, db), store, checkpoint: checkpointOf })(
        partition,
      )
    },
    progress: async () => {
      const query = `SELECT toUInt32(next_offset) AS next, toUInt32(kept_to) AS keptTo FROM ${db}.progress FINAL WHERE partition = ${partition}`
      const found = await clickhouse.query({ query, format: 'JSONEachRow' })
      return (await found.json<{ next: number; keptTo: number }>())[0]
    },
    halfDone: async () => {
      const rows = await sql<{ partition: number; next: string }[]>`
        SELECT partition, next_offset AS next FROM checkpoints WHERE partition = ${partition}`
      const held = (await openQuestions(clickhouse, db).held()).filter(one => one.partition === partition)
      return openHalfDone(held, new Map(rows.map(row => [row.partition, Number(row.next)])))
    },
  })
  const recent = (partition: number, offset: number, seconds: number) => {
    const event = visit()
    const receivedAt = new Date(NOON + seconds * 1_000).toISOString()
    const sent = sentBy(envelopeOf([event], { receivedAt }))
    return store.insertEvents([eventRow(sent, event, { partition, offset, index: 0 })])
  }
  return { openFor, recent }
}
