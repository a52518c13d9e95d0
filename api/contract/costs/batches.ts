/** Imports of costs, which staff can undo. */
import { z } from 'zod'

/** `GET /api/admin/spend/batches`: the newest 100 imports, newest first. */
export const spendBatches = z.object({
  batches: z.array(
    z.object({
      id: z.uuid(),
      /** File name. Empty for pasted rows. */
      file: z.string(),
      platform: z.string(),
      /** Number of costs that the import changed. */
      costs: z.int(),
      storedBy: z.string(),
      storedAt: z.iso.datetime(),
      undoneBy: z.string().nullable(),
      undoneAt: z.iso.datetime().nullable(),
    }),
  ),
})
export type SpendBatches = z.infer<typeof spendBatches>

/** `POST /api/admin/spend/batches/:id/undo`. `kept` counts costs that were changed after the import. The undo leaves them unchanged. */
export const spendUndone = z.object({ restored: z.int(), kept: z.int() })
export type SpendUndone = z.infer<typeof spendUndone>
