import { ageInSeconds, oldestOf, openServingLag, type ServingLag } from '@firsttouch/infra/log/lag'
import { retryLater } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { RELEASE } from '@firsttouch/infra/platform/version'
import { isoTime } from '@firsttouch/infra/stores/iso-time'
import { groupOf, isAccountingOfNow, servingDatabase } from '@firsttouch/infra/stores/read-models'
import type { ISql } from 'postgres'
import {
  PIPELINE_TYPES,
  type PipelineAccounting,
  pipelineAccounting,
  VISITOR_TYPES,
} from '../contract/pipeline.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'

export const pipelineRoutes = (app: Api, { sql, log, clickhouse, now }: Deps): void => {
  const askLag = openServingLag({ log, sql, clickhouse: { client: () => clickhouse } })
  app.get(
    '/api/admin/pipeline',
    { config: FIGURES, schema: { response: { 200: pipelineAccounting } } },
    async () => {
      const group = groupOf(await servingDatabase(sql))
      const [balance, serving, deadLetters, reconciliation, canary] = await Promise.all([
        readBalance(sql, group),
        askLag().catch(() => null),
        readDeadLetters(sql, group),
        readReconciliation(sql, group),
        readCanary(sql, now()),
      ])
      const { asOf, conflicts: idConflicts, inFlight = 0 } = balance
      const types = PIPELINE_TYPES.map(type => ({ type, ...sumOf([balance.types[type] ?? {}]) }))
      const total = sumOf(types.filter(({ type }) => VISITOR_TYPES.some(one => one === type)))
      const all = sumOf(types)
      const isOfNow = isAccountingOfNow(asOf, now()) && serving?.allOwned === true
      return {
        asOf,
        balanced: all.balanced && !isOfNow ? null : all.balanced,
        total,
        types,
        idConflicts,
        inFlight,
        lag: lagOf(serving, now()),
        deadLetters,
        canary,
        reconciliation,
        release: RELEASE,
      }
    },
  )
}

const lagOf = (serving: ServingLag | null, now: Date): PipelineAccounting['lag'] => {
  if (!serving) return { entries: null, seconds: null }
  return {
    entries: serving.lag.reduce((sum, one) => sum + one.entries, 0),
    seconds: ageInSeconds(oldestOf(serving.lag), now),
  }
}

type Account = PipelineAccounting['total']
type Balance = {
  asOf: string
  /** During a rolling upgrade, an older projector may omit types and counts. */
  types: Partial<Record<(typeof PIPELINE_TYPES)[number], Partial<Account>>>
  conflicts: number
  inFlight?: number
}

const readBalance = async (sql: ISql, group: string): Promise<Balance> => {
  const [row] = await sql<{ balance: Balance | null }[]>`
    SELECT balance FROM accounting WHERE consumer_group = ${group}`
  if (row?.balance) return row.balance
  throw retryLater(503, 'There is no accounting yet. Try again in a few seconds.', 2)
}

const readDeadLetters = (sql: ISql, group: string) => sql<PipelineAccounting['deadLetters']>`
  SELECT reason, count(*)::int AS entries FROM dead_letters
  WHERE consumer_group = ${group} AND replayed_at IS NULL GROUP BY reason ORDER BY reason`

type Reconciliation = PipelineAccounting['reconciliation']
const readReconciliation = async (sql: ISql, group: string): Promise<Reconciliation> => {
  const [row] = await sql<NonNullable<Reconciliation>[]>`
    SELECT ${isoTime(sql, 'checked_at')} AS "checkedAt", hours, differences
    FROM reconciliations WHERE consumer_group = ${group}`
  return row ?? null
}

/** Reads the projector's row and no events, because anyone could send an event that looks like a canary. */
const readCanary = async (sql: ISql, now: Date): Promise<PipelineAccounting['canary']> => {
  const [row] = await sql<{ seenAt: string }[]>`
    SELECT ${isoTime(sql, 'sent_at')} AS "seenAt" FROM canary WHERE sent_at > ${new Date(now.getTime() - DAY_MS)}`
  return row ?? null
}

const sumOf = (accounts: Partial<Account>[]): Account => {
  const sum = (name: Exclude<keyof Account, 'balanced'>) =>
    accounts.reduce((all, one) => all + (one[name] ?? 0), 0)
  return {
    accepted: sum('accepted'),
    projected: sum('projected'),
    duplicates: sum('duplicates'),
    uniqueHuman: sum('uniqueHuman'),
    uniqueBot: sum('uniqueBot'),
    testEvents: sum('testEvents'),
    deadLetters: sum('deadLetters'),
    balanced: accounts.every(one => one.balanced ?? true),
  }
}
