/** Click ids that ad platforms add to the landing page's URL. Pages import this file, so it does not import zod. */

export const CLICK_ID_KINDS = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid'] as const
export type ClickIdKind = (typeof CLICK_ID_KINDS)[number]

/** The alphabet of the platforms' ids. None of these characters needs escaping in CSV or HTML. */
export const CLICK_ID = /^[\w-]{4,512}$/

/** Maximum age of a click in days. Google and Microsoft reject conversions of older clicks. */
export const CLICK_ATTRIBUTED_DAYS = 90
