/** The inline JSON block with the state of A/B tests, in the head of a page. Browsers do not execute it. */
import type { ServedShares } from './life.ts'

export const SERVED_ID = 'experiments'
const OPENED = `<script type="application/json" id="${SERVED_ID}">`

export const servedBlock = (served: ServedShares): string =>
  `${OPENED}${JSON.stringify(served).replaceAll('<', '\\u003c')}</script>`

/** Replaces the page's block. Pages without a block, such as the dashboard, stay unchanged. */
export const withServed = (html: string, served: ServedShares): string => {
  const from = html.indexOf(OPENED)
  const to = html.indexOf('</script>', from)
  return from < 0 ? html : html.slice(0, from) + servedBlock(served) + html.slice(to + '</script>'.length)
}
