/** The page's tracker and ad pixel. null while the page is prerendered. */
import { createContext, use, useSyncExternalStore } from 'react'
import type { ConsentState } from '../track/consent.ts'
import type { Pixel } from '../track/pixel.ts'
import type { Tracker } from '../track/tracker.ts'

export type Tracking = { tracker: Tracker; pixel: Pixel }

export const TrackingContext = createContext<Tracking | null>(null)
export const useTracking = (): Tracking | null => use(TrackingContext)

/** Subscribes to a value that never changes. */
export const never = () => () => undefined

/** Subscribes to the visitor's consent. undefined while the page is prerendered. */
export const useConsent = (): ConsentState | undefined => {
  const consent = useTracking()?.tracker.consent
  return useSyncExternalStore(
    consent?.subscribe ?? never,
    () => consent?.state(),
    () => undefined,
  )
}
