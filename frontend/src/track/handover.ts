/**
 * Handles an arrival whose address holds more than plain tags. The link may be damaged, or carry a visitor's session
 * from another website in one parameter (`tag.ts`).
 */
import { attempt } from './attempt.ts'
import { openConsent } from './consent.ts'
import { type RepairedLink, repairLink } from './link.ts'
import { pageFacts } from './page-facts.ts'
import { openStore } from './store.ts'
import { readFirstTouch } from './utm.ts'

export const arrive = (page: Window): RepairedLink => {
  takeHandover(page, Date.now())
  return repairLink(page.location.search, page.location.hash)
}

const PARAMETER = 'firsttouch'
/** As in Google's cross-domain linker. A link that is copied and shared later must not share the session. */
const VALID_MS = 120_000

/**
 * Removes the parameter from the address, even if it has expired. An existing session is not replaced, and without
 * consent nothing is stored.
 */
const takeHandover = ({ document, history, localStorage, location, navigator }: Window, now: number) =>
  attempt(() => {
    const url = new URL(location.href)
    const text = url.searchParams.get(PARAMETER)
    if (text === null) return
    url.searchParams.delete(PARAMETER)
    history.replaceState(history.state, '', url)
    const { now: sent, sessionId, ...touch } = JSON.parse(text)
    const store = openStore(() => localStorage)
    const consent = openConsent(store, navigator, pageFacts(document.documentElement).consentRequired)
    if (Math.abs(now - sent) >= VALID_MS || consent.state() !== 'granted' || store.get('utm_session_id'))
      return
    store.set('utm_session_id', String(sessionId))
    if ('utm_source' in touch && readFirstTouch(text)) store.set('first_touch_utm', JSON.stringify(touch))
  })
