import { z } from 'zod'

/** What `GET /api/admin/live` pushes: the query keys to fetch again, and how fresh the read models are. */
export const liveMessage = z.object({
  /** Empty in a heartbeat, which only says how fresh the figures are. */
  changed: z.array(z.string()),
  asOf: z.iso.datetime().nullable(),
  lagMs: z.number().nullable(),
})
export type LiveMessage = z.infer<typeof liveMessage>
