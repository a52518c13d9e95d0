/** Takes erased sessions out of the read models of one generation; what they count stays. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { change } from '@firsttouch/infra/stores/cluster'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { lockOutBatches } from '../pipeline/checkpoint.ts'
import { BY_SESSION, readTouched, redo } from './refresh-again.ts'

export type ErasureDeps = {
  /** A session of its own. */
  clickhouse: ClickHouseClient
  sql: Sql
  db: string
  signal: AbortSignal
  onError: (error: unknown) => void
}

const LOOK_EVERY_MS = 500
const AFTER_FAILURE_MS = 5_000

/**
 * Until the signal aborts. The first look goes through all that were ever erased: the store may be a restored one that
 * still knows them.
 */
export const runErasures = async (deps: ErasureDeps): Promise<void> => {
  const { signal, onError } = deps
  let from: number | undefined = 0
  let pause = LOOK_EVERY_MS
  while (!signal.aborted) {
    try {
      await applyErasures(deps, from)
      from = undefined
      pause = LOOK_EVERY_MS
    } catch (error) {
      onError(error)
      pause = AFTER_FAILURE_MS
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
}

type Erased = { seq: string; hash: string; alias: string }

/** From the given place, or from where the last look of any process ended. */
export const applyErasures = async (
  deps: Omit<ErasureDeps, 'signal' | 'onError'>,
  from?: number,
): Promise<void> => {
  const { sql, db } = deps
  const group = groupOf(db)
  const after = from ?? (await placeOf(sql, group))
  const rows = await sql<Erased[]>`
    SELECT seq, session_hash AS hash, alias FROM erased_sessions WHERE seq > ${after} ORDER BY seq`
  const last = rows.at(-1)
  if (!last) return
  await sql.begin(async tx => {
    // A round that began before the erasure may still be writing the session; none that begins after it will.
    await lockOutBatches(tx, group)
    await replaceSessions(deps, rows)
    await tx`
      INSERT INTO erasures_applied AS a (consumer_group, seq) VALUES (${group}, ${last.seq})
      ON CONFLICT (consumer_group) DO UPDATE SET seq = greatest(a.seq, EXCLUDED.seq)`
  })
}

const placeOf = async (sql: Sql, group: string): Promise<number> => {
  const [row] = await sql<{ seq: string }[]>`SELECT seq FROM erasures_applied WHERE consumer_group = ${group}`
  return Number(row?.seq ?? 0)
}

const HASH = 'lower(hex(SHA256(session)))'
const replaceSessions = async (
  { clickhouse, db }: Pick<ErasureDeps, 'clickhouse' | 'db'>,
  rows: Erased[],
) => {
  const query_params = { hashes: rows.map(row => row.hash), aliases: rows.map(row => row.alias) }
  const named = `${HASH} IN {hashes: Array(String)}`
  const everywhere = ['events', ...BY_SESSION.map(rollup => rollup.table)]
    .map(table => `SELECT minute, session_minute FROM ${db}.${table} WHERE ${named}`)
    .join(' UNION ALL ')
  const touched = await readTouched({ clickhouse, db }, everywhere, query_params)
  if (touched.minutes.length === 0) return
  const settings = { ...INSERT_SETTINGS, mutations_sync: '2' as const }
  const alter = (query: string) => change(clickhouse, { query, query_params, clickhouse_settings: settings })
  await alter(`
    ALTER TABLE ${db}.events UPDATE
      session = transform(${HASH}, {hashes: Array(String)}, {aliases: Array(String)}, session),
      user_agent = '', network = '', referrer = '', page_path = '', utm_content = '', utm_term = '',
      properties = if(type IN ('conversion', 'ab_test'), '{}', properties)
    WHERE ${named}`)
  await redo({ clickhouse, db }, touched, table => alter(`ALTER TABLE ${db}.${table} DELETE WHERE ${named}`))
}
