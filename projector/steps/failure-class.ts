/** Classifies a failure: a bad entry (permanent), a store outage (transient), or unknown. */
import { LeaseLost } from '../lease.ts'

type FailureClass = 'permanent' | 'transient' | 'unknown'

/** ClickHouse's error codes for values that do not fit a column's type. */
const PERMANENT = new Set([
  6, 25, 26, 27, 38, 41, 53, 69, 70, 72, 117, 131, 321, 376, 407, 467, 675, 676, 691,
])
/** ClickHouse's error codes for a temporary outage. */
const TRANSIENT = new Set(
  Object.values({
    timeouts: [159, 160, 209],
    memory: [173, 241],
    limits: [201, 202, 203, 252, 439],
    network: [210, 279],
    disks: [74, 75, 76, 164, 242, 243],
    replicas: [225, 285, 286, 319, 999],
    cancelled: [236, 394],
    system: [425],
    passwordBeingChanged: [516],
    fenced: [395],
  }).flat(),
)
const OUTAGE_CODE = /^(E[A-Z]+|CONNECT_TIMEOUT|CHDB_CONNECTION|(CONNECTION|UND_ERR)_[A-Z_]+)$/
const OUTAGE_WORDS = /timeout|timed out|socket hang up|connection (refused|closed|reset)/i

const OF_CLICKHOUSE = /^\d{1,4}$/
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Compares `code`. `instanceof` would fail, because the clients bundle several copies of their error classes. */
export const failureClass = (error: unknown): FailureClass => {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof LeaseLost) return 'transient'
  const code = codeOf(error)
  if (OF_CLICKHOUSE.test(code)) return ofClickHouse(Number(code))
  // The projector inserts no events into PostgreSQL, so PostgreSQL's errors are never an entry's fault.
  if (error.name === 'PostgresError') return 'transient'
  return OUTAGE_CODE.test(code) || OUTAGE_WORDS.test(error.message) ? 'transient' : 'unknown'
}

/** A label with few distinct values, for metrics. */
export const errorLabel = (error: unknown): string => {
  if (!(error instanceof Error)) return 'other'
  const code = codeOf(error)
  const type = 'type' in error ? String(error.type) : ''
  if (OF_CLICKHOUSE.test(code)) return `ClickHouse ${code} ${type}`.trim()
  if (error.name === 'PostgresError') return `PostgreSQL ${code}`
  return OUTAGE_CODE.test(code) ? code : error.name
}

const ofClickHouse = (code: number): FailureClass => {
  if (PERMANENT.has(code)) return 'permanent'
  return TRANSIENT.has(code) ? 'transient' : 'unknown'
}
