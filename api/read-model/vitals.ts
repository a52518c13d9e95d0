/** Core Web Vitals from histograms. Each bin is 4 % wide (`projector/projections/session-events.ts`). */
import { VITALS, type Vital } from '../contract/vitals.ts'

export type VitalSteps = Record<Vital, number>

/** SQL expression for the bin that contains the 75th percentile. It is 0 without measurements. */
export const quartileOf = (vital: Vital): string =>
  `quantileExactWeightedIf(0.75)(value, n, type = '${vital}')`
export const QUARTILES = VITALS.map(vital => `${quartileOf(vital)} AS ${vital}`).join(', ')

export const vitalSigns = (steps: VitalSteps) => ({
  lcp: vitalOf('lcp', steps.lcp),
  inp: vitalOf('inp', steps.inp),
  cls: vitalOf('cls', steps.cls),
})

/** Value in the middle of a bin. Returns null for bin 0, which means no measurements. */
const vitalOf = (vital: Vital, step: number): number | null => {
  if (step === 0) return null
  const value = 2 ** ((step - 1) / 16) - 1
  return vital === 'cls' ? Math.round(value) / 1000 : Math.round(value)
}
