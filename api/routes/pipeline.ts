/** `GET /api/admin/pipeline`: the books. They are kept by the projector's side; here they are only read. */
import { Refusal } from '@firsttouch/infra/http'
import type { ISql } from 'postgres'
import { PIPELINE_TYPES, type PipelineBooks, pipelineBooks } from '../contract/pipeline.ts'
import type { Api, Deps } from '../deps.ts'
import { readModelDatabase } from '../read-model.ts'

export const pipelineRoutes = (app: Api, { sql, log, readModel, now }: Deps): void => {
  app.get(
    '/api/admin/pipeline',
    { config: { access: 'staff', confirm: false }, schema: { response: { 200: pipelineBooks } } },
    async () => {
      const group = `projector-${await readModelDatabase(sql)}`
      const [statement, entries, deadLetters, reconciliation, canary] = await Promise.all([
        readStatement(sql, group),
        entriesBehind(log, group),
        readDeadLetters(sql, group),
        readReconciliation(sql, group),
        readCanary(readModel, now()),
      ])
      const { asOf, conflicts: idConflicts, oldestInFlight } = statement
      const types = PIPELINE_TYPES.map(type => ({ type, ...statement.types[type] }))
      const total = sumOf(types)
      const oldest = oldestInFlight === null ? now().getTime() : Date.parse(oldestInFlight)
      const seconds = Math.max(0, now().getTime() - oldest) / 1000
      const lag = { events: total.inFlight, entries, seconds }
      return {
        asOf,
        balanced: total.balanced,
        total,
        types,
        idConflicts,
        lag,
        deadLetters,
        canary,
        reconciliation,
      }
    },
  )
}

type Account = PipelineBooks['total']
type Statement = {
  asOf: string
  types: Record<(typeof PIPELINE_TYPES)[number], Account>
  conflicts: number
  oldestInFlight: string | null
}

const readStatement = async (sql: ISql, group: string): Promise<Statement> => {
  const [row] = await sql<{ statement: Statement | null }[]>`
    SELECT statement FROM books WHERE consumer_group = ${group}`
  if (row?.statement) return row.statement
  throw new Refusal(503, 'The books are being counted from the first event. Ask again soon.', undefined, {
    'retry-after': '2',
  })
}

const entriesBehind = async (log: Deps['log'], group: string): Promise<number> => {
  const positions = await log.positions(group)
  return positions.reduce((sum, { start, end, committed }) => sum + end - Math.max(start, committed), 0)
}

const readDeadLetters = async (sql: ISql, group: string): Promise<PipelineBooks['deadLetters']> => {
  const rows = await sql<{ reason: string; entries: string }[]>`
    SELECT reason, count(*) AS entries FROM dead_letters
    WHERE consumer_group = ${group} AND replayed_at IS NULL GROUP BY reason ORDER BY reason`
  return rows.map(({ reason, entries }) => ({ reason, entries: Number(entries) }))
}

type Differences = NonNullable<PipelineBooks['reconciliation']>['differences']

const readReconciliation = async (sql: ISql, group: string): Promise<PipelineBooks['reconciliation']> => {
  const [row] = await sql<{ checked_at: Date; hours: number; differences: Differences }[]>`
    SELECT checked_at, hours, differences FROM reconciliations WHERE consumer_group = ${group}`
  if (!row) return null
  const { checked_at, hours, differences } = row
  return { checkedAt: checked_at.toISOString(), hours, differences }
}

const CANARY_WITHIN_MS = 1_000

/** The books are in Postgres: they are told also while ClickHouse does not answer. */
const readCanary = async ({ rows }: Deps['readModel'], now: Date): Promise<PipelineBooks['canary']> => {
  const since = Math.floor(now.getTime() / 1000) - 86_400
  const [row] = await rows<{ seen: number }>(CANARY, { since }, CANARY_WITHIN_MS).catch(() => [])
  return row?.seen ? { seenAt: new Date(row.seen).toISOString() } : null
}

const CANARY = `
  SELECT toUnixTimestamp64Milli(max(received_at)) AS seen FROM {db:Identifier}.events
  WHERE minute >= toDateTime({since:UInt32}, 'UTC') AND startsWith(session, 'canary_')`

const sumOf = (accounts: Account[]): Account => {
  const sum = (of: (account: Account) => number) => accounts.reduce((all, one) => all + of(one), 0)
  return {
    accepted: sum(one => one.accepted),
    projected: sum(one => one.projected),
    duplicates: sum(one => one.duplicates),
    uniqueHuman: sum(one => one.uniqueHuman),
    uniqueBot: sum(one => one.uniqueBot),
    deadLetters: sum(one => one.deadLetters),
    inFlight: sum(one => one.inFlight),
    balanced: accounts.every(one => one.balanced),
  }
}
