/** Creates the views of the database `reporting`, and points them at the read models that currently serve. */
import { createHmac } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { repeat } from '../platform/timing.ts'
import { loadSecret } from '../stores/form-secret.ts'
import type { Sql } from '../stores/postgres.ts'
import { databaseOf, servingGeneration } from '../stores/read-models.ts'
import { hasTable, selectRows } from '../stores/rows.ts'
import { ACCOUNT_VIEWS, CONTRACT } from './account-views.ts'
import { EXPERIMENT_VIEWS } from './experiment-views.ts'
import { FUNNEL_VIEWS } from './funnel-views.ts'
import { LANDING_VIEWS } from './landing-views.ts'
import { LEAD_VIEWS } from './lead-views.ts'
import { SESSION_VIEWS } from './session-views.ts'
import { TRAFFIC_VIEWS } from './traffic-views.ts'
import { createView, type Target, type View } from './view.ts'

/** In the order of the data dictionary. `about` must be last, because it means that all other views exist. */
export const VIEWS: View[] = [
  ...TRAFFIC_VIEWS,
  ...LANDING_VIEWS,
  ...SESSION_VIEWS,
  ...EXPERIMENT_VIEWS,
  ...LEAD_VIEWS,
  ...FUNNEL_VIEWS,
  ...ACCOUNT_VIEWS,
]

/** Key for pseudonymous numbers, hidden from analysts. It is the same for every generation of the read models. */
export const loadNumbersKey = async (sql: Sql): Promise<string> =>
  createHmac('sha256', await loadSecret(sql))
    .update('numbers of the reporting views')
    .digest('hex')
    .slice(0, 32)

/** May be repeated. Never overwrites views that a later release has published for the same read models. */
export const publishReporting = async (
  client: ClickHouseClient,
  { numbersKey, ...target }: Target & { numbersKey: string },
): Promise<void> => {
  const reporting = target.reporting ?? 'reporting'
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${reporting}` })
  const there = await published(client, reporting)
  if (there?.read_models === target.db) {
    if (there.contract > CONTRACT) return
    if (there.contract === CONTRACT && there.time_zone === target.timeZone) return
  }
  const row = { one: 1, key: numbersKey }
  await client.insert({ table: `${target.db}.numbers_key`, values: [row], format: 'JSONEachRow' })
  for (const view of VIEWS) await client.command({ query: createView(view, target) })
}

type About = { contract: number; read_models: string; time_zone: string }

/** undefined before the first publication is complete. */
export const published = async (client: ClickHouseClient, reporting: string): Promise<About | undefined> => {
  if (!(await hasTable(client, reporting, 'about'))) return undefined
  return (await selectRows<About>(client, `SELECT * FROM ${reporting}.about`))[0]
}

type FollowDeps = {
  sql: Sql
  client: ClickHouseClient
  timeZone: string
  signal: AbortSignal
  onError: (error: unknown) => void
  /** Runs the work while no snapshot is taken. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

const LOOK_EVERY_MS = 1_000

/** Publishes the views again when another generation starts to serve. The old tables still exist at that time. */
export const followServing = async ({ sql, client, timeZone, alone, ...loop }: FollowDeps): Promise<void> => {
  let shown: number | undefined
  let numbersKey: string | undefined
  const follow = async () => {
    const generation = await servingGeneration(sql)
    if (generation === shown) return
    numbersKey ??= await loadNumbersKey(sql)
    await publishReporting(client, { db: databaseOf(generation), timeZone, numbersKey })
    shown = generation
  }
  await repeat({ ...loop, everyMs: LOOK_EVERY_MS }, () => alone(follow))
}
