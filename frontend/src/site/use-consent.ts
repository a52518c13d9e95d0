/** Subscribes to the visitor's consent. undefined while the page is prerendered. */
import { useSyncExternalStore } from 'react'
import type { ConsentState } from '../track/consent.ts'
import { useTracking } from './use-tracking.ts'

const never = () => () => undefined

export const useConsent = (): ConsentState | undefined => {
  const consent = useTracking()?.tracker.consent
  return useSyncExternalStore(
    consent?.subscribe ?? never,
    () => consent?.state(),
    () => undefined,
  )
}
