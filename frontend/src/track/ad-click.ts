/**
 * The latest ad click. Only forms send it. The saved ad click is raw text (`1769851800000?gclid=…`), because validation
 * would make every page larger.
 */

export const AD_CLICK = 'ad_click'

/** Repeats `api/contract/fields/click-ids.ts`, because an import would make every page larger. A test compares them. */
export const CLICK_IDS = /[?&]((g|fb)clid|[gw]braid|msclkid)=[^&]+/gi

/** A loose pattern is shorter than a list of names, and ingest drops unknown names. */
export const clickNames = (search: string): string[] =>
  [...new URLSearchParams(search)].flatMap(([name, id]) =>
    id && /(lk?|[a_n])id$/i.test(name) ? name.toLowerCase() : [],
  )
