/** Reads the numbers that `accounting.ts` compares for each type of event, and adds the number of entries in flight. */

import type { ClickHouseClient } from '@clickhouse/client'
import { oldestOf, type PartitionLag } from '@firsttouch/infra/log/lag'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import { selectRows } from '@firsttouch/infra/stores/rows'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import type { ISql, Sql } from 'postgres'
import { COUNTED_TYPES, type CountedType } from '../entries/tally.ts'
import { readOffsets } from '../steps/commit.ts'

export type Account = {
  accepted: number
  projected: number
  duplicates: number
  uniqueHuman: number
  uniqueBot: number
  /** Synthetic events of the canary (`monitoring/canary.ts`). `projected` includes them. */
  testEvents: number
  deadLetters: number
  balanced: boolean
}
export type Accounts = {
  snapshotAt: string
  offsets: [partition: number, next: number][]
  types: Record<CountedType, Account>
  conflicts: number
}
export type Balance = Accounts & {
  asOf: string
  /** Log entries after the checkpoint. An entry holds one event or more. */
  inFlight: number
  oldestInFlight: string | null
}

type AccountsDeps = { sql: Sql; clickhouse: ClickHouseClient; db: string }

/** Must run between two batches, so that the numbers of PostgreSQL and ClickHouse cover the same entries. */
export const readAccounts = async ({ sql, clickhouse, db }: AccountsDeps): Promise<Accounts> => {
  const group = groupOf(db)
  const [offsets, unique, counts, letters] = await Promise.all([
    readOffsets(sql, group),
    readUnique(clickhouse, db),
    readCounts(sql, group),
    readDeadLetters(sql, group),
  ])
  const accountOf = (type: CountedType): Account => {
    const own = unique.filter(row => row.type === type)
    const counted = counts.find(row => row.type === type)
    const n = (bot: number) => own.reduce((sum, row) => sum + (row.bot === bot ? Number(row.n) : 0), 0)
    return balanced({
      accepted: Number(counted?.accepted ?? 0),
      projected: Number(counted?.projected ?? 0),
      duplicates: Number(counted?.duplicates ?? 0),
      uniqueHuman: n(0),
      uniqueBot: n(1),
      testEvents: own.reduce((sum, { tests }) => sum + Number(tests), 0),
      deadLetters: Number(letters.find(row => row.type === type)?.n ?? 0),
    })
  }
  return {
    snapshotAt: new Date().toISOString(),
    offsets: [...offsets],
    types: Object.fromEntries(COUNTED_TYPES.map(type => [type, accountOf(type)])) as Accounts['types'],
    conflicts: counts.reduce((sum, { conflicts }) => sum + Number(conflicts), 0),
  }
}

type Counts = Record<'accepted' | 'projected' | 'duplicates' | 'conflicts', string>

/** Adds one `unknown` event for each uncounted entry below the checkpoint. Such an event breaks the balance. */
const readCounts = (sql: ISql, group: string) => sql<({ type: CountedType } & Counts)[]>`
  SELECT type, sum(accepted) AS accepted, sum(projected) AS projected, sum(duplicates) AS duplicates, sum(conflicts) AS conflicts
  FROM (
    SELECT type, accepted, projected, duplicates, conflicts FROM event_counts WHERE consumer_group = ${group}
    UNION ALL
    SELECT 'unknown', next_offset - entries, 0, 0, 0 FROM checkpoints WHERE consumer_group = ${group}
  ) AS counted
  GROUP BY type`

const readDeadLetters = (sql: ISql, group: string) => sql<{ type: CountedType; n: string }[]>`
  SELECT counted.key AS type, sum(counted.value::bigint) AS n
  FROM dead_letters, jsonb_each_text(types) AS counted
  WHERE consumer_group = ${group} AND replayed_at IS NULL
  GROUP BY counted.key`

/** Reads the tables that the dashboard reads, so the check covers what users see. */
const readUnique = (clickhouse: ClickHouseClient, db: string) =>
  selectRows<{ type: CountedType; bot: number; n: number; tests: number }>(
    clickhouse,
    `
      SELECT type, toUInt8(counted.bot != 0) AS bot, sum(counted.n) AS n, sumIf(counted.n, counted.bot = 1 AND utm_source = {canary: String}) AS tests
      FROM ${db}.event_sums AS counted FINAL WHERE model IN ('traffic', 'ab_event', 'engagement') GROUP BY type, bot
      UNION ALL
      SELECT 'lead_recorded' AS type, 0 AS bot, sum(recorded) AS n, 0 AS tests FROM ${db}.leads FINAL
      UNION ALL
      SELECT 'lead_changed' AS type, 0 AS bot, sum(changed) AS n, 0 AS tests FROM ${db}.leads FINAL
      UNION ALL
      SELECT 'campaign_changed' AS type, 0 AS bot, sum(told) AS n, 0 AS tests FROM ${db}.campaign_settings FINAL
      UNION ALL
      SELECT 'spend_recorded' AS type, 0 AS bot, sum(told) AS n, 0 AS tests FROM ${db}.spend FINAL
      UNION ALL
      SELECT 'experiment_changed' AS type, 0 AS bot, sum(told) AS n, 0 AS tests FROM ${db}.experiment_changes FINAL`,
    { canary: CANARY_SOURCE },
  )

/** `lag` has the entries after `accounts.offsets`, by partition. */
export const balanceOf = (accounts: Accounts, lag: readonly PartitionLag[]): Balance => ({
  ...accounts,
  asOf: new Date().toISOString(),
  inFlight: lag.reduce((sum, { entries }) => sum + entries, 0),
  oldestInFlight: oldestOf(lag)?.toISOString() ?? null,
})

type Numbers = Omit<Account, 'balanced'>
const unprojected = ({ accepted, projected, deadLetters }: Numbers): number =>
  accepted - projected - deadLetters
const uncounted = ({ projected, uniqueHuman, uniqueBot, duplicates }: Numbers): number =>
  projected - uniqueHuman - uniqueBot - duplicates
const balanced = (numbers: Numbers): Account => ({
  ...numbers,
  balanced: unprojected(numbers) === 0 && uncounted(numbers) === 0,
})

/** Returns a message about what does not balance, or null. */
export const reasonOf = ({ types }: Accounts): string | null => {
  const reasons = COUNTED_TYPES.flatMap(type => [
    ...differing(
      unprojected(types[type]),
      `${type}: the log holds`,
      'than were projected or became dead letters',
    ),
    ...differing(uncounted(types[type]), `${type}: the projector counted`, 'than the read models hold'),
  ])
  return reasons.length === 0 ? null : `The accounting does not balance. ${reasons.join('; ')}.`
}

const differing = (difference: number, who: string, than: string): string[] =>
  difference === 0 ? [] : [`${who} ${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'} ${than}`]
