/** Advertisers' platforms give each click of an advert an id of its own, in the address that it leads to. Free of zod for pages. */

export const CLICK_ID_KINDS = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid'] as const
export type ClickIdKind = (typeof CLICK_ID_KINDS)[number]

/** Letters, digits, hyphen and underscore, as the platforms make them: nothing that a file or a page could read as more. */
export const CLICK_ID = /^[\w-]{4,512}$/

/** Google and Microsoft attribute to the last click; both take no conversion once it is this old. */
export const CLICK_ATTRIBUTED_DAYS = 90
