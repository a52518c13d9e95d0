/** Core Web Vitals. LCP and INP are in milliseconds. Pages import this file, so it does not import zod. */
export const VITALS = ['lcp', 'inp', 'cls'] as const
export type Vital = (typeof VITALS)[number]
/** Up to `good` a page is good. Above `poor` it is poor (web.dev/articles/vitals). */
export const THRESHOLDS: Record<Vital, [good: number, poor: number]> = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
}
