/** A store whose days are closed, for tests of that: all of its days are over. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { expect } from 'vitest'
import { closeDays } from '../days/close.ts'
import { lockIn } from '../pipeline/checkpoint.ts'
import { project } from '../pipeline/project.ts'
import { openStore } from '../pipeline/store.ts'
import { versionsFrom } from '../projections/versions.ts'
import { conversion, exposure, recordsOf, visit } from './events.ts'

/** Midnight in UTC, four days ago. */
export const FIRST = Math.floor(Date.now() / DAY_MS) * DAY_MS - 4 * DAY_MS
export const NOON_OF_FIRST = FIRST + DAY_MS / 2

export const sessionOf = (at: number, name: string) => `utm_${at}_${name}`
export const story = (at: number, name = 'a', campaign = 'spring'): LoggedEvent[] => {
  const sessionId = sessionOf(at, name)
  const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: campaign }
  return [
    visit({ at, sessionId, utm }),
    exposure('v2', sessionId, at + 1_000),
    visit({ at: at + 40_000, sessionId, utm }),
    conversion({ at: at + 50_000, sessionId, utm }),
  ]
}

/** What the quarter-hours of closed days say. */
const COUNTED = {
  event_days: `
    SELECT toStartOfDay(quarter_hour) AS day, toDate(at, 'UTC') AS date, type, utm_source, utm_medium, utm_campaign, sum(n) AS n, max(at) AS last_at
    FROM {db}.event_sums FINAL WHERE model = 'campaign_traffic' AND bot = 0 AND CLOSED GROUP BY ALL ORDER BY ALL`,
  session_days: `
    SELECT toStartOfDay(session_quarter_hour) AS session_day, toDate(at, 'UTC') AS date, model, utm_source, utm_campaign, test_name, variant, converted, sum(n) AS n
    FROM {db}.session_sums FINAL WHERE model IN ('visitor', 'segment') AND CLOSED GROUP BY ALL ORDER BY ALL`,
}

export const openClosing = async () => {
  const { clickhouse, client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  let offset = 0
  const rows = async <Row>(query: string): Promise<Row[]> =>
    (await client.query({ query: query.replaceAll('{db}', db), format: 'JSONEachRow' })).json()
  const { signal } = new AbortController()
  const deps = (own = client) => ({ clickhouse: own, sql, db, timeZone: 'UTC', signal })
  const closed = async (table = 'event_days') => {
    const query = `SELECT toUnixTimestamp(day) AS at FROM {db}.closed_days FINAL WHERE of = '${table}' ORDER BY at`
    return (await rows<{ at: number }>(query)).map(({ at }) => (at * 1000 - FIRST) / DAY_MS)
  }
  return {
    ...{ clickhouse, client, db, sql, rows, deps },
    /** Where the next entries lie in the log. */
    goTo: (place: number) => {
      offset = place
    },
    take: (events: LoggedEvent[], own = client, fields: Partial<LogEnvelope> = {}) =>
      sql.begin(async tx => {
        await lockIn(tx, groupOf(db))
        const entries = recordsOf(events, offset, { receivedAt: new Date().toISOString(), ...fields })
        offset += entries.length
        await project(entries, { store: openStore(own, db), nextVersion: versionsFrom(tx) })
      }),
    close: (now = Date.now(), own = client) => closeDays(deps(own), now),
    /** By number, from the first on. */
    closed,
    /** Tells how many rows of events there are. */
    expectAlike: async (): Promise<number> => {
      const lengths = Object.entries(COUNTED).map(async ([table, query]) => {
        const day = table === 'event_days' ? 'day' : 'session_day'
        const among = `${day} IN (SELECT day FROM {db}.closed_days FINAL WHERE of = '${table}')`
        const counted = await rows<object>(query.replace('CLOSED', among))
        const columns = Object.keys(counted[0] ?? { [day]: 0 }).join(', ')
        expect(await rows(`SELECT ${columns} FROM {db}.${table} FINAL WHERE ${among} ORDER BY ALL`)).toEqual(
          counted,
        )
        return counted.length
      })
      return (await Promise.all(lengths))[0] ?? 0
    },
  }
}
