/** `GET /api/admin/page-speed`: how long pages are on the screen, how far they are scrolled and how fast they are; humans only. */
import { z } from 'zod'
import { reportRange } from './range.ts'
import type { Vital } from './vitals.ts'

const value = z.number().nullable()
/** The value that three of four visits keep within; null: not measured. */
export const vitals = { lcp: value, inp: value, cls: value } satisfies Record<Vital, z.ZodType>

export const pageSpeed = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  /** The ten with most visits that were measured. Time and scrolled percentage are means. Empty `page`: removed by retention. */
  pages: z.array(
    z.object({ page: z.string(), visits: z.int(), visibleMs: z.int(), scrollPercent: z.int(), ...vitals }),
  ),
})
export type PageSpeed = z.infer<typeof pageSpeed>
