/** Every answer that refuses; free of zod, for pages. */

/** RFC 9457. `detail` is a sentence a person can act on; `issues` name the fields. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  issues?: { path: string; message: string }[]
}

/** The `type` of the problem (403) of a dangerous call once the password was entered too long ago. */
export const PASSWORD_NEEDED = 'urn:firsttouch:password-needed'
