/** Who sees what of each test, as the served page itself says it: nothing has to be asked for. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'

/** The data block of the page: written by the build as tests are declared, by the site's server as they stand. */
export const SERVED_ID = 'experiments'

/** A page without it counts nobody. */
export const readServed = (page: Pick<Document, 'getElementById'>): ServedShares => {
  try {
    return Object(JSON.parse(`${page.getElementById(SERVED_ID)?.textContent}`))
  } catch {
    return {}
  }
}

export const servedBlock = (served: ServedShares): string =>
  `<script type="application/json" id="${SERVED_ID}">${JSON.stringify(served).replaceAll('<', '\\u003c')}</script>`
