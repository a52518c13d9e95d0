/**
 * The latest ad click, by the platform's click id. Only forms send it. Ad platforms attribute to the last click, so the
 * latest one wins. Every page loads this file, so it saves the raw text (`1769851800000?gclid=…`). The form's
 * `site/forms/ad-click.ts` validates it.
 */

export const AD_CLICK = 'ad_click'

/**
 * Repeats the kinds of `api/contract/fields/click-ids.ts`, because importing them would add to every page. A test
 * compares both.
 */
export const CLICK_IDS = /[?&]((g|fb)clid|[gw]braid|msclkid)=[^&]+/gi

/**
 * Returns the names of click ids, which mark a paid click. This loose pattern is shorter than a list, and ingest drops
 * unknown names.
 */
export const clickNames = (search: string): string[] =>
  [...new URLSearchParams(search)].flatMap(([name, id]) =>
    id && /(lk?|[a_n])id$/i.test(name) ? name.toLowerCase() : [],
  )
