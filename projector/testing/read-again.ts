/** What a store lost is read again from the log, across what was set aside: the counts are those of the log, whatever came when. */

import type { LogRecord } from '@firsttouch/infra/log/log'
import { seededRandom } from '@firsttouch/infra/platform/seeded-random'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { expect } from 'vitest'
import { readAccounts } from '../accounting/balance.ts'
import { openReplay, requestReplay } from '../dead-letters/replay.ts'
import { EVENT_COLUMNS } from '../entries/rows.ts'
import { project } from '../run.ts'
import { readOffsets } from '../steps/commit.ts'
import { openIsolation } from '../steps/isolate.ts'
import { openStore, type Store } from '../steps/store.ts'
import { recordsOf, visit } from './events.ts'
import { commit, openLeader } from './leader.ts'
import { lookingAt } from './looking-at.ts'

const PARTITIONS = [0, 1]
const ENTRIES = 12
const STEPS = 9
const ID = EVENT_COLUMNS.indexOf('id')

const openStory = async (random: () => number) => {
  const [{ client, db }, { sql }] = await Promise.all([openTestClickHouse(), openTestPostgres()])
  const group = groupOf(db)
  const own = lookingAt(client, 'event_minutes', 'event_sums')
  const real = openStore(own, db)
  const refused = new Set<unknown>()
  const store: Store = {
    ...real,
    insertEvents: async rows => {
      if (rows.some(row => refused.has(row[ID])))
        throw Object.assign(new Error('no such value'), { code: '27' })
      await real.insertEvents(rows)
    },
  }
  const events = Array.from({ length: 8 }, () => visit())
  const one = () => events[Math.floor(random() * events.length)] ?? visit()
  const log = PARTITIONS.map(partition =>
    recordsOf(Array.from({ length: ENTRIES }, one)).map(record => ({ ...record, partition })),
  )
  const refuse = (share: number) => {
    refused.clear()
    for (const { id } of events) if (random() < share) refused.add(id)
  }
  const deps = { ...(await openLeader({ clickhouse: client, sql, db })), store }
  const take = async (records: LogRecord[]) => {
    const projected = await openIsolation().project(records, some => project(some, { store }))
    return commit(records, projected, deps)
  }
  const lose = (partition: number, offset: number) =>
    client.command({
      query: `DELETE FROM ${db}.events WHERE log_partition = ${partition} AND log_offset >= ${offset}`,
      clickhouse_settings: { mutations_sync: '2' },
    })
  const replay = async () => {
    const replayOne = openReplay(deps)
    await requestReplay(sql, [group])
    while (await replayOne());
  }
  const counted = () => readAccounts({ sql, clickhouse: client, db })
  const next = async (partition: number) => (await readOffsets(sql, group)).get(partition) ?? 0
  return { log, refuse, take, lose, replay, counted, next }
}

export const readAgain = async (seed: number): Promise<void> => {
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const { log, refuse, take, lose, replay, counted, next } = await openStory(random)
  for (let step = 0; step < STEPS; step++) {
    const partition = below(PARTITIONS.length)
    const to = await next(partition)
    refuse(0.3)
    const kind = below(3)
    if (kind === 0) await replay()
    const from = kind === 1 ? below(to + 1) : to
    if (kind === 1) await lose(partition, from)
    const batch = log[partition]?.slice(from, to + below(5)) ?? []
    if (batch.length > 0) await take(batch)
    const { accepted, projected, deadLetters } = (await counted()).types.visit
    expect(accepted).toBe(projected + deadLetters)
  }
  refuse(0)
  for (const records of log) await take(records)
  const entries = PARTITIONS.length * ENTRIES
  const unique = new Set(log.flat().map(({ value }) => JSON.parse(value).events[0].id)).size
  const { types, conflicts } = await counted()
  expect(conflicts).toBe(0)
  expect(types.visit).toMatchObject({
    ...{ accepted: entries, projected: entries, deadLetters: 0 },
    ...{ duplicates: entries - unique, uniqueHuman: unique },
  })
}
