/** The `type` of the problem (403) of a dangerous call once the password was entered too long ago; free of zod for pages. */
export const PASSWORD_NEEDED = 'urn:firsttouch:password-needed'
