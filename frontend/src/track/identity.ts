/** The visitor's session id and first touch. Both are created once and stored. */
import { newSessionId } from './ids.ts'
import type { Store } from './store.ts'
import { readFirstTouch, type Touch } from './utm.ts'

const SESSION_KEY = 'utm_session_id'
const TOUCH_KEY = 'first_touch_utm'
const KEPT = /^(utm_session_id$|first_?touch_|stripe_|ab_test_|ad_click$)/

export const openIdentity = (store: Store, now: () => number, landed: Touch) => ({
  sessionId: (): string => {
    const known = store.get(SESSION_KEY)
    if (known && /^[\w.:-]{1,128}$/.test(known)) return known
    const made = newSessionId(now())
    store.set(SESSION_KEY, made)
    return made
  },
  firstTouch: (): Touch => {
    const known = readFirstTouch(store.get(TOUCH_KEY))
    if (known) return known
    store.set(TOUCH_KEY, JSON.stringify({ ...landed, timestamp: now() }))
    return landed
  },
  /** Deletes everything that this site stored about the visitor. */
  forget: () => {
    for (const key of store.keys()) if (KEPT.test(key)) store.remove(key)
  },
})
export type Identity = ReturnType<typeof openIdentity>
