/** Which landing page the root shows, as the script before the first paint drew it. */
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import type { Tracker } from './tracker.ts'

const [CONTROL] = LANDING_PAGE.variants

export const landingVariant = (): string =>
  document.documentElement.dataset[LANDING_PAGE.name] ?? CONTROL.name

/** A page is shown. Only the root is part of the split test: a variant's own page exposes nobody. */
export const trackArrival = (tracker: Tracker, path: string): void => {
  tracker.visit(path)
  if (path === LANDING_PAGE.path) tracker.expose(LANDING_PAGE.name, landingVariant())
}
