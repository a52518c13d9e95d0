/** Message of `GET /api/admin/live`: query keys to refetch, and the freshness of the read models. */
export type LiveMessage = {
  /** Query keys. Empty in a heartbeat. */
  changed: string[]
  /** Time of the newest counted event (ISO 8601). null: unknown. */
  asOf: string | null
  /** Milliseconds. null: unknown. */
  lagMs: number | null
}
