/** Handles links that may be damaged or may carry a visitor's session from another website (`tag.ts`). */
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
/** Two minutes, as in Google's cross-domain linker. A link that is shared later must not share the session. */
const VALID_MS = 120_000

/** Always removes the parameter. Stores nothing if the link has expired, consent is missing or a session exists. */
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
