/** Core Web Vitals as the read models hold them: steps of a histogram, each 4 % wide (`projector/projections/session-events.ts`). */
import type { Vital } from '../contract/vitals.ts'

/** The middle of a step; null for 0, which is not measured. */
export const vitalOf = (vital: Vital, step: number): number | null => {
  if (step === 0) return null
  const value = 2 ** ((step - 1) / 16) - 1
  return vital === 'cls' ? Math.round(value) / 1000 : Math.round(value)
}
