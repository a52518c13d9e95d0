/** Whether this visitor may be counted. Until that is a yes, nothing is stored and nothing is sent. */
import type { Store } from './store.ts'

const KEY = 'tracking_consent'

/** `asking`: the banner is to be shown. */
export type ConsentState = 'granted' | 'denied' | 'asking'

/** Global Privacy Control, or the older Do Not Track: the visitor has said no to every site. */
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
    /** Resets the answer, so that the banner asks again. A signal of the browser stays a no. */
    ask: () => {
      if (required && !refused) change('asking')
    },
    /** There is an answer that can be changed. */
    isChangeable: () => required && !refused && state !== 'asking',
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type Consent = ReturnType<typeof openConsent>
