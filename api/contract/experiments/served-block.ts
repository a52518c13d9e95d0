/** Where a page says how A/B tests stand: a block of data in its head, which is no script to any browser. */
import type { ServedShares } from './life.ts'

export const SERVED_ID = 'experiments'
const OPENED = `<script type="application/json" id="${SERVED_ID}">`

export const servedBlock = (served: ServedShares): string =>
  `${OPENED}${JSON.stringify(served).replaceAll('<', '\\u003c')}</script>`

/** Replaces the page's block. A page without one, such as a page of staff, stays unchanged. */
export const withServed = (html: string, served: ServedShares): string => {
  const from = html.indexOf(OPENED)
  const to = html.indexOf('</script>', from)
  return from < 0 ? html : html.slice(0, from) + servedBlock(served) + html.slice(to + '</script>'.length)
}
