/** Takes the details of old visits out of the read models of one generation, and out of the log where it can be changed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { change } from '@firsttouch/infra/stores/cluster'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { lockOutBatches } from '../pipeline/checkpoint.ts'
import type { ErasureDeps } from './erasures-apply.ts'
import { ageInLog } from './erasures-log.ts'
import { readTouched, redo } from './refresh-again.ts'
import { AGED_NAME, lastDayKept, TELLING, TELLING_PAGE, TO_AGE } from './retention.ts'

const EVERY_MS = 3_600_000
const AFTER_FAILURE_MS = 60_000

/** At the start and every hour, until the signal aborts. */
export const runAgeing = async (deps: ErasureDeps & { keepDetailsDays: number }): Promise<void> => {
  const { signal, onError, keepDetailsDays } = deps
  while (!signal.aborted && keepDetailsDays > 0) {
    const pause = await removeDetails(deps, lastDayKept(new Date(), keepDetailsDays)).then(
      () => EVERY_MS,
      error => {
        onError(error)
        return AFTER_FAILURE_MS
      },
    )
    await sleep(pause, undefined, { signal }).catch(() => undefined)
  }
}

/** `until` in seconds since 1970. From then on the rounds read older entries without their details as well. */
export const removeDetails = async (
  deps: Pick<ErasureDeps, 'clickhouse' | 'sql' | 'db'>,
  until: number,
): Promise<void> => {
  const { sql, db } = deps
  const group = groupOf(db)
  await sql.begin(async tx => {
    await lockOutBatches(tx, group)
    await tx`
      INSERT INTO details_removed AS d (consumer_group, until) VALUES (${group}, ${new Date(until * 1000)})
      ON CONFLICT (consumer_group) DO UPDATE SET until = greatest(d.until, EXCLUDED.until)`
    await ageStore(deps, until)
  })
  await ageInLog(sql, until)
}

const ageStore = async (
  { clickhouse, db }: { clickhouse: ClickHouseClient; sql: Sql; db: string },
  until: number,
) => {
  const query_params = { until }
  const settings = { ...INSERT_SETTINGS, mutations_sync: '2' as const }
  const alter = (query: string) => change(clickhouse, { query, query_params, clickhouse_settings: settings })
  const touched = await readTouched(
    { clickhouse, db },
    `SELECT minute, session_minute FROM ${db}.events WHERE ${TELLING}
     UNION ALL SELECT minute, session_minute FROM ${db}.session_traffic WHERE ${TELLING_PAGE}`,
    query_params,
  )
  if (touched.minutes.length === 0) return
  await alter(`
    ALTER TABLE ${db}.events UPDATE session = if(${TO_AGE}, ${AGED_NAME}, session),
      user_agent = '', network = '', referrer = '', page_path = ''
    WHERE ${TELLING}`)
  await redo({ clickhouse, db }, touched, table => alter(`ALTER TABLE ${db}.${table} DELETE WHERE ${TO_AGE}`))
}
