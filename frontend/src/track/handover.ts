/**
 * An arrival whose address has more than plain tags. Its link may be damaged, and it may bring a session along that follows a visitor from a
 * page elsewhere: `tag.ts` writes it into one parameter of the link.
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
/** The same as Google's linker. A link that is copied and shared later hands no session over. */
const VALID_MS = 120_000

/**
 * Takes the parameter out of the page's address, also one that is no longer valid. A session that this browser has already stays, and without
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
