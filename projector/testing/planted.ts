/** Puts a session into every table of a store, for tests of redactions. */
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from 'postgres'
import { aliasFor, sessionHash } from '../privacy/erasures.ts'
import { lastDayKept } from '../privacy/retention.ts'
import { applyErasures, applyRetention, type RedactionDeps } from '../privacy/run.ts'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { NOON, oneOfEachType, recordsOf } from './events.ts'
import { openLeader } from './leader.ts'

const SESSION = `utm_${NOON}_planted`
const OTHER = `utm_${NOON + 5_000}_stays`

export const openPlanted = async () => {
  const { client: clickhouse, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const events = oneOfEachType(SESSION, NOON, 'planted').filter(
    ({ type }) => !['campaign_changed', 'spend_recorded', 'experiment_changed'].includes(type),
  )
  const store = openStore(clickhouse, db)
  const agent = { userAgent: 'planted' }
  await project(recordsOf(events, 0, agent), { store })
  // Projected twice, so that replaced rows exist.
  await project(recordsOf(events, 0, agent), { store })
  const others = oneOfEachType(OTHER, NOON + 5_000, 'stays').filter(({ type }) => type !== 'lead_changed')
  await project(recordsOf(others, 100), { store })

  const rows = async (query: string): Promise<Record<string, unknown>[]> =>
    (await clickhouse.query({ query: query.replaceAll('{db}', db), format: 'JSONEachRow' })).json()
  /** Tables with a row that contains one of `texts`. Rows that a refresh replaced are included. */
  const tablesWith = async (...texts: string[]): Promise<string[]> => {
    const all = await rows(`SELECT name FROM system.tables WHERE database = '{db}'`)
    const found: string[] = []
    for (const { name } of all) {
      const text = JSON.stringify(await rows(`SELECT * FROM {db}.${name}`))
      if (texts.some(one => text.includes(one))) found.push(String(name))
    }
    return found
  }
  const deps: RedactionDeps = await openLeader({ clickhouse, db, sql })
  return { deps, rows, tablesWith }
}

export const erase = async (sql: Sql): Promise<void> => {
  const id = '01890000-0000-4000-8000-000000000009'
  await sql`INSERT INTO erasures (id, erased_at, receipt) VALUES (${id}, now(), '{}')`
  await sql`
    INSERT INTO erased_sessions (session_hash, alias, erasure_id)
    VALUES (${sessionHash(SESSION)}, ${aliasFor(SESSION)}, ${id})`
}

const TOMORROW = lastDayKept(new Date(NOON + 86_400_000), 0)
type Apply = (given: RedactionDeps) => Promise<void>
/** Redactions with the texts that they remove. Retention does not remove texts from forms and links. */
export const REDACTIONS: [string, Apply, string[]][] = [
  ['an erasure', given => applyErasures(given, 0), ['planted']],
  ['retention', given => applyRetention(given, TOMORROW), ['_planted', '/planted']],
]
