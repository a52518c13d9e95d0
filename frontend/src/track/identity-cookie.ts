/**
 * A cookie with a copy of the visitor's identity. After seven days without a visit, Safari deletes what scripts have
 * stored, so the server renews the cookie. A script reads it before variants are drawn, so it cannot be HttpOnly.
 */
import { attempt } from './attempt.ts'
import type { Consent } from './consent.ts'
import type { Store } from './store.ts'

type Page = { cookie: string; documentElement: { dataset: DOMStringMap } }

const COPIED = /^(utm_session_id$|first_touch_utm$|ab_test_|tracking_consent$)/

/** Writes the cookie now and after each change of consent. Removes it without consent. */
export const keepIdentity = (
  page: Page,
  store: Store,
  consent: Pick<Consent, 'state' | 'subscribe'>,
): void => {
  const copy = () =>
    attempt(() => {
      const isAllowed = page.documentElement.dataset.identityCookie === 'on' && consent.state() === 'granted'
      const copied = store.keys().flatMap(key => (COPIED.test(key) ? [[key, store.get(key) ?? '']] : []))
      page.cookie = `firsttouch=${new URLSearchParams(copied)};path=/;samesite=lax;max-age=${isAllowed ? 34e6 : 0}`
    })
  copy()
  // Copy in a microtask, because the held events create the session only after this listener has run.
  consent.subscribe(() => queueMicrotask(copy))
}

/** Runs in the head before variants are drawn, and restores storage that the browser cleared. */
export const restoreScript =
  `(function(d,s,m){try{s=localStorage;m=/(?:^|; )firsttouch=([^;]+)/.exec(d.cookie);` +
  `if(d.documentElement.dataset.identityCookie==='on'&&m&&!s.utm_session_id&&!s.tracking_consent)` +
  `new URLSearchParams(m[1]).forEach(function(v,k){if(${COPIED}.test(k))s.setItem(k,v)})}catch(e){}})(document)`
