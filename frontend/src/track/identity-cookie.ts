/**
 * Safari clears script storage after seven days without a visit. This cookie holds a copy of what identifies the visitor to us.
 * A cookie that a script wrote would go after seven days as well, so the server sends it back (`infra/platform/http/identity-cookie.ts`). It
 * cannot be HttpOnly: a script has to read it before a variant is drawn.
 */
import { attempt } from './attempt.ts'
import type { Consent } from './consent.ts'
import type { Store } from './store.ts'

type Page = { cookie: string; documentElement: { dataset: DOMStringMap } }

const COPIED = /^(utm_session_id$|first_touch_utm$|ab_test_|tracking_consent$)/

/** Writes the copy, again after each answer about consent. Removes it where it is not allowed. */
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
  // Consent is announced before the events that waited for it create a session.
  consent.subscribe(() => queueMicrotask(copy))
}

/** For the head of a page, before variants are drawn: fills a storage that was cleared. */
export const restoreScript =
  `(function(d,s,m){try{s=localStorage;m=/(?:^|; )firsttouch=([^;]+)/.exec(d.cookie);` +
  `if(d.documentElement.dataset.identityCookie==='on'&&m&&!s.utm_session_id&&!s.tracking_consent)` +
  `new URLSearchParams(m[1]).forEach(function(v,k){if(${COPIED}.test(k))s.setItem(k,v)})}catch(e){}})(document)`
