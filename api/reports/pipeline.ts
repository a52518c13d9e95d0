/** `GET /api/admin/pipeline`: the accounting, which the projector writes. */
import { ageInSeconds, oldestOf, openServingLag, type ServingLag } from '@firsttouch/infra/log/lag'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { RELEASE } from '@firsttouch/infra/platform/version'
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
      const types = PIPELINE_TYPES.map(type => ({ type, ...NOTHING, ...balance.types[type] }))
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
const NOTHING: Account = {
  accepted: 0,
  projected: 0,
  duplicates: 0,
  uniqueHuman: 0,
  uniqueBot: 0,
  testEvents: 0,
  deadLetters: 0,
  balanced: true,
}
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
  throw new HttpError(503, 'There is no accounting yet. Try again in a few seconds.', undefined, {
    'retry-after': '2',
  })
}

const readDeadLetters = async (sql: ISql, group: string): Promise<PipelineAccounting['deadLetters']> => {
  const rows = await sql<{ reason: string; entries: string }[]>`
    SELECT reason, count(*) AS entries FROM dead_letters
    WHERE consumer_group = ${group} AND replayed_at IS NULL GROUP BY reason ORDER BY reason`
  return rows.map(({ reason, entries }) => ({ reason, entries: Number(entries) }))
}

type Differences = NonNullable<PipelineAccounting['reconciliation']>['differences']

const readReconciliation = async (
  sql: ISql,
  group: string,
): Promise<PipelineAccounting['reconciliation']> => {
  const [row] = await sql<{ checked_at: Date; hours: number; differences: Differences }[]>`
    SELECT checked_at, hours, differences FROM reconciliations WHERE consumer_group = ${group}`
  if (!row) return null
  const { checked_at, hours, differences } = row
  return { checkedAt: checked_at.toISOString(), hours, differences }
}

/** Written by the projector that sent the canary, because anyone could send events that look like one. */
const readCanary = async (sql: ISql, now: Date): Promise<PipelineAccounting['canary']> => {
  const [row] = await sql<{ sentAt: Date }[]>`
    SELECT sent_at AS "sentAt" FROM canary WHERE sent_at > ${new Date(now.getTime() - DAY_MS)}`
  return row ? { seenAt: row.sentAt.toISOString() } : null
}

const sumOf = (accounts: Account[]): Account => {
  const sum = (of: (account: Account) => number) => accounts.reduce((all, one) => all + of(one), 0)
  return {
    accepted: sum(one => one.accepted),
    projected: sum(one => one.projected),
    duplicates: sum(one => one.duplicates),
    uniqueHuman: sum(one => one.uniqueHuman),
    uniqueBot: sum(one => one.uniqueBot),
    testEvents: sum(one => one.testEvents),
    deadLetters: sum(one => one.deadLetters),
    balanced: accounts.every(one => one.balanced),
  }
}
