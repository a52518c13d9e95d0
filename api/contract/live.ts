export const QUERY_KEYS = [
  'analytics',
  'campaigns',
  'ab-testing-stats',
  'experiments',
  'leads',
  'onboarding',
  'domain-config',
  'conversions',
] as const
export type QueryKey = (typeof QUERY_KEYS)[number]

/** Message of `GET /api/admin/live`. */
export type LiveMessage = {
  /** Query keys whose data changed. Empty in a heartbeat. */
  changed: string[]
  /** The figures contain every event acknowledged before this time (ISO 8601). null if unknown. */
  asOf: string | null
  /** Age of the oldest event that the figures do not contain yet, in milliseconds. null if unknown. */
  lagMs: number | null
}
