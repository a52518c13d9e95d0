/** The part of the tracker that loads after the page. */
import { measureEngagement } from './engagement.ts'
import { keepIdentity } from './identity-cookie.ts'
import { openStore } from './store.ts'
import type { Tracker } from './tracker.ts'

export const afterPage = (page: Window, tracker: Tracker): void => {
  keepIdentity(
    page.document,
    openStore(() => page.localStorage),
    tracker.consent,
  )
  measureEngagement(page, tracker)
}
