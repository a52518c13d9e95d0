/** Names of the dashboard's queries. */
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

/** Message of `GET /api/admin/live`: query keys to refetch, and the freshness of the read models. */
export type LiveMessage = {
  /** Query keys. Empty in a heartbeat. */
  changed: string[]
  /** The figures contain every event acknowledged before this time (ISO 8601). null: unknown. */
  asOf: string | null
  /** Age of the oldest event that the figures lack, in milliseconds. null: unknown. */
  lagMs: number | null
}
