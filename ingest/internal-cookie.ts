/**
 * Marks browsers to exclude from reports. Staff get the cookie at each login, others at /opt-out. The cookie identifies
 * no person.
 */
export const INTERNAL_COOKIE = 'firsttouch_internal'
