/** Skips the refresh of roll-ups that a test does not read. Refreshes take most of a batch's CPU time. */
import type { ClickHouseClient } from '@clickhouse/client'
import { ROLLUPS } from '../projections/index.ts'

/** `tables` must include the sources of each table. */
export const lookingAt = (client: ClickHouseClient, ...tables: string[]): ClickHouseClient => {
  const others = ROLLUPS.filter(({ table }) => !tables.includes(table)).map(({ table }) => `.${table} (`)
  const command: typeof client.command = async asked => {
    const [, into = ''] = /^\s*INSERT INTO (\S+ \()/.exec(asked.query) ?? []
    if (others.some(end => into.endsWith(end))) return { query_id: '', response_headers: {} }
    return client.command(asked)
  }
  return Object.assign(Object.create(client), { command })
}

/** Tables that the accounting compares. */
export const ACCOUNTED = [
  'event_minutes',
  'event_sums',
  'leads',
  'campaign_settings',
  'spend',
  'experiment_changes',
]
