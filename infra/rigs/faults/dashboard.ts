/** Calls the API on a test's read models and returns its answers as text. */

import type { ClickHouseClient } from '@clickhouse/client'
import { buildApi } from '@firsttouch/api/app'
import { ensureStaff } from '@firsttouch/api/auth/accounts'
import { siteConfig } from '@firsttouch/api/forms/site-config'
import type { Log } from '../../log/log.ts'
import { readEnv } from '../../platform/env.ts'
import type { Sql } from '../../stores/postgres.ts'
import { STAFF } from '../testing/system.ts'

type Stores = { sql: Sql; log: Log; clickhouse: { client(): ClickHouseClient } }

export type Dashboard = {
  /** All answers with figures, without their "as of" times. */
  read(): Promise<string>
  get(path: string): Promise<{ status: number; body: string; retryAfter: unknown }>
  close(): Promise<void>
}

const PATHS = ['analytics', 'campaigns', 'ab-testing-stats']
const CAMPAIGN = {
  name: 'Spring Roofs',
  date: '2026-03-01',
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
  generatedUrl: 'http://localhost/',
}

/** `now`: the API's clock. */
export const openDashboard = async (
  { sql, log, clickhouse }: Stores,
  now: () => Date,
): Promise<Dashboard> => {
  await ensureStaff(sql, STAFF)
  const config = {
    site: siteConfig(readEnv({})),
    pixelId: '',
    formsPerMinute: 0,
    timeZone: 'Europe/London',
    country: 'GB',
    currency: 'GBP',
  }
  const app = await buildApi({ sql, log, clickhouse: clickhouse.client(), config, now })
  const login = await app.inject({ method: 'POST', url: '/api/admin/login', body: STAFF })
  const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
  await app.inject({ method: 'POST', url: '/api/admin/campaigns', cookies, body: CAMPAIGN })
  const get = async (path: string) => {
    const { statusCode, body, headers } = await app.inject({ url: `/api/admin/${path}`, cookies })
    return { status: statusCode, body, retryAfter: headers['retry-after'] }
  }
  const read = async () => {
    const answers = await Promise.all(PATHS.map(get))
    const failed = answers.find(({ status }) => status !== 200)
    if (failed) throw new Error(failed.body)
    return answers.map(({ body }) => body.replace(/"asOf":"[^"]+",?/g, '')).join('\n')
  }
  return { read, get, close: () => app.close() }
}
