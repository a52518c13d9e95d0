/** Imports of costs, which staff can undo. */
import { z } from 'zod'

/** `GET /api/admin/spend/batches`: newest first, a hundred at most. */
export const spendBatches = z.object({
  batches: z.array(
    z.object({
      id: z.uuid(),
      /** Empty: pasted rows. */
      file: z.string(),
      platform: z.string(),
      /** How many costs the import changed. */
      costs: z.int(),
      storedBy: z.string(),
      storedAt: z.iso.datetime(),
      undoneBy: z.string().nullable(),
      undoneAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type SpendBatches = z.infer<typeof spendBatches>

/** `POST /api/admin/spend/batches/:id/undo`. `kept`: costs that were changed since, which stay. */
export const spendUndone = z.object({ restored: z.int(), kept: z.int() })
export type SpendUndone = z.infer<typeof spendUndone>
