/** Which landing page the root shows, as the script before the first paint drew it. */
import type { Tracker } from './tracker.ts'

export const LANDING_TEST = 'landingPage'

export const landingVariant = (): string => document.documentElement.dataset[LANDING_TEST] ?? 'control'

/** A page is shown. Only the root is part of the split test: /original and /v2 opened directly expose nobody. */
export const trackArrival = (tracker: Tracker, path: string): void => {
  tracker.visit(path)
  if (path === '/') tracker.expose(LANDING_TEST, landingVariant())
}
