/** `GET /api/admin/page-speed`: time on screen, scroll depth and Core Web Vitals by page. Humans only. */
import { z } from 'zod'
import { reportHead } from './range.ts'
import type { Vital } from './vitals.ts'

const value = z.number().nullable()
/** 75th percentiles over the visits. LCP and INP are in milliseconds. null means not measured. */
export const vitals = { lcp: value, inp: value, cls: value } satisfies Record<Vital, z.ZodType>

export const pageSpeed = z.object({
  ...reportHead,
  /** The top ten pages by measured visits. Times and depths are means. `page` is empty if retention removed it. */
  pages: z.array(
    z.object({ page: z.string(), visits: z.int(), visibleMs: z.int(), scrollPercent: z.int(), ...vitals }),
  ),
})
export type PageSpeed = z.infer<typeof pageSpeed>
