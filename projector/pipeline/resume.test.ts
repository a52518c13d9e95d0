import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { inTransaction } from '@firsttouch/infra/stores/holding'
import type { Sql } from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { lookingAt } from '../testing/looking-at.ts'
import { lockOffsets, lockOutBatches, saveCheckpoint } from './checkpoint.ts'
import { progressOf, project } from './project.ts'
import { openResume, refreshRecent } from './resume.ts'
import { openStore, type Store } from './store.ts'

test('what is made good at the start waits for an erasure, so that nobody it read of is written again', async () => {
  const { sql } = await openTestPostgres()
  const { client, db } = await openTestClickHouse()
  const store = openStore(client, db)
  await project(recordsOf([visit({ pagePath: '/planted' })]), {
    store,
  })
  const versions = async () => {
    const query = `
      SELECT (SELECT max(version) FROM ${db}.session_sums) AS landings, (SELECT max(version) FROM ${db}.session_events) AS sessions`
    return (await client.query({ query, format: 'JSONEachRow' })).json()
  }
  const before = await versions()
  let refreshed: Promise<void> | undefined
  await inTransaction(sql, async tx => {
    await lockOutBatches(tx, 'erasing')
    let isDone = false
    refreshed = refreshRecent({ store, sql, group: 'erasing' }).finally(() => {
      isDone = true
    })
    while (!isDone && !(await isWaiting(sql)));
    expect(await versions()).toEqual(before)
  })
  await refreshed
  expect(await versions()).not.toEqual(before)
})

test('nothing more of it is begun once the process is to end', async () => {
  const { sql } = await openTestPostgres()
  const { client, db } = await openTestClickHouse()
  const stop = new AbortController()
  let refreshed = 0
  const store = {
    ...openStore(client, db),
    refresh: async () => {
      refreshed += 1
      stop.abort()
    },
  }
  await refreshRecent({ store, sql, group: 'ending' }, stop.signal)
  expect(refreshed).toBe(1)
})

describe('a partition is taken up', () => {
  const GROUP = 'taking'
  const { openFor } = sharedStores(GROUP)
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
    ['repeats in batches of their own', ({ events, repeats }) => [events, repeats(3), repeats(5)]],
    ['repeats in the batch of what they repeat', ({ events, repeats }) => [[...events, ...repeats(3)]]],
    ['dead letters', ({ events, bad }) => [events, [...bad(3, 'none'), ...bad(4, '{}')]]],
    ['nothing but dead letters', ({ bad }) => [bad(0, 'none'), bad(1, 'none')]],
    ['an event that another partition had before', ({ events, elsewhere }) => [events, elsewhere]],
  ])('where it was when what came last were %s, and is said to be there', async (_, batchesOf) => {
    const opened = open()
    const batches = batchesOf(opened)
    for (const batch of batches) await opened.take(batch)
    await opened.merge()
    const { partition, offset } = batches.flat().at(-1) as LogRecord
    const { startAt, placeOf } = openFor(partition)
    expect([await startAt(), (await placeOf()).next]).toEqual([offset + 1, offset + 1])
  })

  test('where it was when a batch was projected twice before it was committed', async () => {
    const { take, projectOnly, merge, startAt, placeOf, events, repeats } = open()
    await projectOnly([...events, ...repeats(3)])
    await take([...events, ...repeats(3)])
    await take(repeats(5))
    await merge()
    expect([await startAt(), (await placeOf()).keptTo]).toEqual([7, 3])
  })

  test('where it was when the place alone is lost, and is said to be there again', async () => {
    const { take, startAt, placeOf, events, ask, partition } = open()
    await take(events)
    await ask(`DELETE FROM db.progress WHERE partition = ${partition}`)
    expect([await startAt(), await placeOf()]).toEqual([3, { next: 3, keptTo: 3 }])
  })

  test.each([
    ['an event is lost that came last', 'DELETE FROM db.events WHERE log_offset = 2 AND log_partition ='],
    [
      'nobody said what is kept, as in an older release',
      'ALTER TABLE db.progress UPDATE kept_to = NULL WHERE partition =',
    ],
    ['the place itself is lost', 'DELETE FROM db.progress WHERE partition ='],
  ])('again from the last ten minutes on where repeats came last and %s', async (_, lose) => {
    const { take, merge, startAt, placeOf, events, repeats, ask, partition } = open()
    await take(events)
    await take(repeats(3))
    await merge()
    await ask(`${lose} ${partition}`)
    expect([await startAt(), (await placeOf()).next]).toEqual([0, 0])
  })
})

/** One store for all of these tests: each has partitions of its own. */
const sharedStores = (group: string) => {
  let client: ClickHouseClient
  let sql: Sql
  let db: string
  let store: Store
  beforeAll(async () => {
    ;({ sql } = await openTestPostgres())
    ;({ client, db } = await openTestClickHouse())
    store = openStore(lookingAt(client), db)
  })
  const ask = (query: string) =>
    client.command({
      query: query.replaceAll('db.', `${db}.`),
      clickhouse_settings: { mutations_sync: '2' },
    })
  const projectOnly = async (records: LogRecord[]) => {
    const result = await project(records, { store })
    await store.saveProgress(progressOf(records, result))
    return result
  }
  const take = (records: LogRecord[]) =>
    inTransaction(sql, async tx => {
      const offsets = await lockOffsets(tx, group, records)
      return saveCheckpoint(tx, group, { offsets, records, result: await projectOnly(records) })
    })
  const openFor = (partition: number) => ({
    ask,
    take,
    projectOnly,
    /** As the store does at a time of its own. */
    merge: () => ask('OPTIMIZE TABLE db.events FINAL'),
    startAt: () => openResume({ store, sql, group })(partition),
    placeOf: () => store.placeOf(partition),
  })
  return { openFor }
}

const isWaiting = async (sql: Sql): Promise<boolean> => {
  const rows = await sql`
    SELECT 1 FROM pg_locks JOIN pg_database ON database = pg_database.oid
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`
  return rows.length > 0
}
