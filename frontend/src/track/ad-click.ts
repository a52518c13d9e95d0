/**
 * The latest click of an advert that brought the visitor, by its platform's own id. It travels with a form and with nothing
 * else. The latest and not the first, because the platforms attribute to the last click. Every page loads this, so it is
 * kept as the link says it (`1769851800000?gclid=…`), and what a form may send of it is judged with the form:
 * site/forms/ad-click.ts.
 */

export const AD_CLICK = 'ad_click'

/** The kinds of api/contract/fields/click-ids.ts, which would come onto every page with more; a test compares. */
export const CLICK_IDS = /[?&]((g|fb)clid|[gw]braid|msclkid)=[^&]+/gi

/** Names alone, which say that a click was paid for. Ingest drops those that its list lacks. A list would cost more of every page. */
export const clickNames = (search: string): string[] =>
  [...new URLSearchParams(search)].flatMap(([name, id]) =>
    id && /(lk?|[a_n])id$/i.test(name) ? name.toLowerCase() : [],
  )
