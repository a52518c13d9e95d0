/** Reads what the server writes on every page (`infra/app/site/page.ts`). */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { SERVED_ID } from '@firsttouch/api/contract/experiments/served-block'

/** A missing setting is off. */
export const pageFacts = ({ dataset }: { dataset: DOMStringMap }) => ({
  consentRequired: dataset.consent === 'required',
  clickIds: dataset.clickIds === 'on',
})

/** The tests' shares, without a request. */
export const readServed = (page: Pick<Document, 'getElementById'>): ServedShares => {
  try {
    return Object(JSON.parse(`${page.getElementById(SERVED_ID)?.textContent}`))
  } catch {
    return {}
  }
}
