/** The cookie of browsers whose events reports leave out: those of staff since their first login, and those that opted out at /opt-out. It identifies no person. */
export const INTERNAL_COOKIE = 'firsttouch_internal'
