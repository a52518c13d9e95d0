/** Reads the settings and traffic splits that the server writes on every page (`infra/app/site/page.ts`). */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { SERVED_ID } from '@firsttouch/api/contract/experiments/served-block'

/** A setting is off if its attribute is missing. */
export const pageFacts = ({ dataset }: { dataset: DOMStringMap }) => ({
  consentRequired: dataset.consent === 'required',
  clickIds: dataset.clickIds === 'on',
})

/** Reads the traffic split of each test from the page, without a request. */
export const readServed = (page: Pick<Document, 'getElementById'>): ServedShares => {
  try {
    return Object(JSON.parse(`${page.getElementById(SERVED_ID)?.textContent}`))
  } catch {
    return {}
  }
}
