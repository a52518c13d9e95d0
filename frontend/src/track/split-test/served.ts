/** Reads the tests' shares from the served page, without a request. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { SERVED_ID } from '@firsttouch/api/contract/experiments/served-block'

/** Without the data block no test counts. */
export const readServed = (page: Pick<Document, 'getElementById'>): ServedShares => {
  try {
    return Object(JSON.parse(`${page.getElementById(SERVED_ID)?.textContent}`))
  } catch {
    return {}
  }
}
