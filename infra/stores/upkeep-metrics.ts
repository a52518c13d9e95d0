import type { ClickHouseClient } from '@clickhouse/client'
import type { Registry } from 'prom-client'
import { coalesce } from '../platform/coalesce.ts'
import type { Env } from '../platform/env.ts'
import { openMeters } from '../platform/metrics.ts'
import type { Sql } from './postgres.ts'
import { backupAge, certificateEnd, clockSkew, freeShare, freeShareOfStore } from './upkeep.ts'

type UpkeepDeps = {
  sql: Sql
  clickhouse: ClickHouseClient
  env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'SITE_URL' | 'BACKUP_WITHIN_HOURS'>
}

const HOUR_S = 3_600
const CERTIFICATE_HOLDS_MS = 60_000

export const clockMetric = (registry: Registry, sql: Sql): void =>
  openMeters(registry).readGauge(
    'clock_skew_seconds',
    'How far the clock of this process is ahead of PostgreSQL’s.',
    [],
    async () => [[{}, await clockSkew(sql)]],
  )

export const upkeepMetrics = (registry: Registry, { sql, clickhouse, env }: UpkeepDeps): void => {
  const { readGauge } = openMeters(registry)
  clockMetric(registry, sql)
  const gauge = (name: string, help: string, read: () => Promise<number | null>) =>
    readGauge(name, help, [], async () => {
      const value = await read()
      return value === null ? [] : [[{}, value]]
    })
  readGauge(
    'storage_free_ratio',
    'Free share of the disk of ClickHouse, and of the data directory if PostgreSQL is embedded.',
    ['store'],
    async () => [[{ store: 'clickhouse' }, await freeShareOfStore(clickhouse)]],
    async () => (env.DATABASE_URL ? [] : [[{ store: 'data' }, await freeShare(env.DATA_DIR)]]),
  )
  gauge('backup_age_seconds', 'Age of the last npm run backup. Absent before the first.', () =>
    backupAge(sql),
  )
  if (env.BACKUP_WITHIN_HOURS > 0)
    gauge(
      'backup_within_seconds',
      'Allowed age of the last backup: BACKUP_WITHIN_HOURS.',
      async () => env.BACKUP_WITHIN_HOURS * HOUR_S,
    )
  // Share a result for a minute, because each read opens a connection to the public site.
  const readEnd = coalesce(() => certificateEnd(env.SITE_URL), CERTIFICATE_HOLDS_MS)
  gauge(
    'certificate_seconds_left',
    'Seconds until the certificate of SITE_URL expires. Absent without https.',
    async () => {
      const end = await readEnd()
      return end && (end.getTime() - Date.now()) / 1000
    },
  )
}
