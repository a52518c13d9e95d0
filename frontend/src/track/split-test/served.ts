/** Who sees what of each test, as the served page itself says it: nothing has to be asked for. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { SERVED_ID } from '@firsttouch/api/contract/experiments/served-block'

/** A page without it counts nobody. */
export const readServed = (page: Pick<Document, 'getElementById'>): ServedShares => {
  try {
    return Object(JSON.parse(`${page.getElementById(SERVED_ID)?.textContent}`))
  } catch {
    return {}
  }
}
