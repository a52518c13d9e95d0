/** Events of an older release do not say their device and browser: both are derived from the user agent that they hold. */
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { change } from '@firsttouch/infra/stores/cluster'
import { agentOf } from '../pipeline/agent.ts'

/** A statement stays below the megabyte that Keeper takes of one; an agent is named by two digits for each of its bytes. */
const AGENTS_AT_ONCE = 5_000
const BYTES_AT_ONCE = 200_000

/** Some of them; false when there were none. */
export const fillAgents = async (clickhouse: ClickHouseClient, db: string): Promise<boolean> => {
  const found = await clickhouse.query({
    query: `SELECT DISTINCT user_agent AS agent FROM ${db}.events WHERE device = '' LIMIT ${AGENTS_AT_ONCE}`,
    format: 'JSONEachRow',
  })
  const agents = upTo(
    BYTES_AT_ONCE,
    (await found.json<{ agent: string }>()).map(({ agent }) => agent),
  )
  if (agents.length === 0) return false
  // As digits, so that nothing which a browser sent is ever read as SQL.
  const names = `arrayMap(hex -> unhex(hex), splitByChar(',', '${agents.map(toHex).join(',')}'))`
  const words = (of: 'device' | 'browser') => `[${agents.map(agent => `'${agentOf(agent)[of]}'`).join(', ')}]`
  await change(clickhouse, {
    query: `
      ALTER TABLE ${db}.events UPDATE device = transform(user_agent, ${names}, ${words('device')}, ''),
        browser = transform(user_agent, ${names}, ${words('browser')}, '')
      WHERE device = ''`,
    clickhouse_settings: { ...INSERT_SETTINGS, mutations_sync: '2', max_query_size: '4194304' },
  })
  return true
}

const toHex = (text: string): string => Buffer.from(text).toString('hex')

const upTo = (bytes: number, agents: string[]): string[] => {
  let sum = 0
  return agents.filter((agent, index) => {
    sum += Buffer.byteLength(agent)
    return index === 0 || sum <= bytes
  })
}
