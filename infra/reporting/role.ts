/** Analysts on a ClickHouse server: a role that reads only the views, within limits. */
import { createHash } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { ANALYST_LIMITS, LONGEST_SECONDS } from './limits.ts'

/** Name of the role, the profile and the quota. */
const READER = 'reporting_reader'
export const ANALYST = 'analyst'

/**
 * `readonly = 1` prevents analysts from raising a limit. They may change the timeout and some output formats, because
 * reporting tools fail if the server rejects such a change. Needs `settings_constraints_replace_previous`.
 */
const PROFILE = [
  'readonly = 1 CONST',
  ...Object.entries(ANALYST_LIMITS).map(([name, value]) =>
    name === 'max_execution_time'
      ? `${name} = ${value} MIN 1 MAX ${LONGEST_SECONDS} CHANGEABLE_IN_READONLY`
      : `${name} = ${typeof value === 'string' ? `'${value}'` : value} CONST`,
  ),
  'output_format_json_quote_64bit_integers CHANGEABLE_IN_READONLY',
  'date_time_output_format CHANGEABLE_IN_READONLY',
].join(', ')

/** May be run repeatedly. The database `reporting` must exist. */
export const roleStatements = (password?: string): string[] => {
  const statements = [
    `CREATE SETTINGS PROFILE OR REPLACE ${READER} SETTINGS ${PROFILE}`,
    `CREATE ROLE IF NOT EXISTS ${READER} SETTINGS PROFILE '${READER}'`,
    `GRANT SELECT ON reporting.* TO ${READER}`,
    `CREATE QUOTA OR REPLACE ${READER} KEYED BY user_name FOR INTERVAL 1 hour MAX queries = 2000, execution_time = 1200 TO ${READER}`,
  ]
  if (password === undefined) return statements
  const hash = createHash('sha256').update(password).digest('hex')
  return [
    ...statements,
    `CREATE USER OR REPLACE ${ANALYST} IDENTIFIED WITH sha256_hash BY '${hash}' DEFAULT DATABASE reporting SETTINGS PROFILE '${READER}'`,
    `GRANT ${READER} TO ${ANALYST}`,
    `SET DEFAULT ROLE ${READER} TO ${ANALYST}`,
  ]
}

export const grantAnalysts = async (client: ClickHouseClient, password?: string): Promise<void> => {
  for (const query of roleStatements(password)) await client.command({ query })
}
