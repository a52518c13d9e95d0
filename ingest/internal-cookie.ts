/** Cookie of browsers whose events reports exclude: staff after their first login, and opt-outs at /opt-out. It identifies no person. */
export const INTERNAL_COOKIE = 'firsttouch_internal'
