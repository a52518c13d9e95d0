/** What `GET /api/admin/live` pushes: the query keys to fetch again, and how fresh the read models are. */
export type LiveMessage = {
  /** Empty in a heartbeat, which only says how fresh the figures are. */
  changed: string[]
  /** null: not known. */
  asOf: string | null
  lagMs: number | null
}
