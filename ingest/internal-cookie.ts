/** Of a browser whose events are in no figure: staff's, from their login on, and those that opted out at /opt-out. It names nobody. */
export const INTERNAL_COOKIE = 'firsttouch_internal'
