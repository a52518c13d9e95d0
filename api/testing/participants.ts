/** Inserts sessions, visits and leads into the read models directly, then refreshes the sums as the projector does. */

import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { ROLLUPS } from '@firsttouch/projector/projections/index'
import { bucketOfMinute } from '@firsttouch/projector/projections/rollup'
import { openStore } from '@firsttouch/projector/steps/store'
import type { TestApi } from './api.ts'

export type Session = {
  name: string
  /** Default: the landing page's test. */
  test?: string
  saw: [variant: string, at: Date][]
  converted?: [at: Date, type?: string][]
  bot?: 0 | 1
}

const text = (at: Date, digits: number) => at.toISOString().slice(0, digits).replace('T', ' ')
export const minute = (at: Date) => `${text(at, 16)}:00`

/** Columns shared by all kinds of session events. */
export const eventOf = (kind: string, session: string, at: Date, bot: 0 | 1) => ({
  ...{ minute: minute(at), kind, session, at: text(at, 23), bot },
  ...{ n: 1, version: 1, gone: 0 },
})
export const insertEvents = async ({ clickhouse, db }: TestApi, values: object[]): Promise<void> => {
  if (values.length === 0) return
  await clickhouse.insert({ table: `${db}.session_events`, values, format: 'JSONEachRow' })
}

export const addSessions = async (api: TestApi, sessions: Session[]): Promise<void> => {
  const events = sessions.flatMap(({ name, saw, converted = [], bot = 0, test = 'landingPage' }) => [
    ...saw.map(([variant, at]) => ({
      ...eventOf('exposure', name, at, bot),
      test_name: test,
      variant,
    })),
    // Alternates between conversions of the site and of the test. Both count.
    ...converted.map(([at, conversion_type = 'button_click'], n) => ({
      ...eventOf(n % 2 === 0 ? 'conversion' : 'test_conversion', name, at, bot),
      test_name: n % 2 === 0 ? '' : test,
      conversion_type,
    })),
  ])
  await insertEvents(api, events)
  await refreshArms(api)
}

export type Lead = {
  session: string
  at: Date
  qualifiedAt?: Date
  /** Current status of a lead that was qualified once. */
  status?: 'new' | 'contacted' | 'qualified' | 'closed'
  trial?: 0 | 1
  onboarding?: 0 | 1
  spam?: 0 | 1
  deleted?: 0 | 1
}

/** Inserts leads, each with its own session. */
export const addLeads = async ({ clickhouse, db }: TestApi, leads: Lead[]): Promise<void> => {
  await clickhouse.insert({
    table: `${db}.leads`,
    values: leads.map(
      (
        { session, at, qualifiedAt, status = 'qualified', trial = 0, onboarding = 0, spam = 0, deleted = 0 },
        i,
      ) => ({
        minute: minute(at),
        lead: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
        session,
        recorded_at: text(at, 23),
        status: qualifiedAt ? status : 'new',
        qualified_at: qualifiedAt ? text(qualifiedAt, 23) : 0,
        ...{ trial, onboarding, spam, deleted, version: 1, gone: 0 },
      }),
    ),
    format: 'JSONEachRow',
  })
}

/** Inserts visits with source, campaign and page. */
export const addVisits = async (
  api: TestApi,
  visits: { session: string; at: Date; source?: string; campaign?: string; page?: string }[],
): Promise<void> => {
  const events = visits.map(({ session, at, source = '', campaign = '', page = '/' }) => ({
    ...eventOf('visit', session, at, 0),
    page,
    utm_source: source,
    utm_campaign: campaign,
  }))
  await insertEvents(api, events)
  await refreshArms(api)
}

const REFRESHED = ['session_minutes', 'session_sums']
/** Refreshes the roll-ups of sessions. Sessions in tests usually share one bucket, because their ids have no time. */
export const refreshArms = async (
  { clickhouse, db }: TestApi,
  sessionMinute = new Date(0),
): Promise<void> => {
  const store = openStore(clickhouse, db)
  for (const refreshed of REFRESHED) {
    const rollups = ROLLUPS.filter(({ table }) => table === refreshed)
    await store.refresh(
      rollups.map(rollup => [
        rollup,
        { buckets: [bucketOfMinute(rollup.bucket, sessionMinute.getTime() / 1000)] },
      ]),
    )
  }
}

/** Makes `visitors` sessions of one variant, evenly spread. The first `converters` convert one minute later. */
export const participants = (
  variant: string,
  [visitors, converters]: [number, number],
  from: Date,
  to: Date,
): Session[] =>
  Array.from({ length: visitors }, (_, i) => {
    const at = new Date(from.getTime() + Math.floor(((to.getTime() - from.getTime()) * i) / visitors))
    const converted: Session['converted'] = i < converters ? [[new Date(at.getTime() + 60_000)]] : []
    return { name: `${variant}-${from.getTime()}-${i}`, saw: [[variant, at]], converted }
  })

const TABLES = ['session_events', 'leads', ...REFRESHED]

export const clearSessions = async ({ clickhouse, db, sql }: TestApi): Promise<void> => {
  for (const table of TABLES) await clickhouse.command({ query: `TRUNCATE TABLE ${db}.${table}` })
  await emptyTables(sql, 'experiment_changes', 'experiment_runs', 'notifications')
}
