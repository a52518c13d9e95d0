/** The visitor's consent to tracking. Without consent, the tracker sends nothing and stores only a refusal. */
import type { Store } from './store.ts'

const KEY = 'tracking_consent'

export type ConsentState = 'granted' | 'denied' | 'asking'

/** Global Privacy Control and the older Do Not Track. Each of them refuses tracking. */
export type Signals = { globalPrivacyControl?: boolean; doNotTrack?: string | null }

export const openConsent = (store: Store, signals: Signals, required: boolean) => {
  const listeners = new Set<() => void>()
  const refused = signals.globalPrivacyControl === true || signals.doNotTrack === '1'
  const saved = store.get(KEY)
  let state: ConsentState =
    refused || saved === 'denied' ? 'denied' : saved === 'granted' || !required ? 'granted' : 'asking'
  const change = (next: ConsentState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    decide: (next: 'granted' | 'denied') => {
      store.set(KEY, next)
      change(next)
    },
    /** Shows the banner again, unless the site needs no consent or a privacy signal refuses tracking. */
    ask: () => {
      if (required && !refused) change('asking')
    },
    isChangeable: () => required && !refused && state !== 'asking',
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Consent = ReturnType<typeof openConsent>
