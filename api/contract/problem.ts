/** Every answer that refuses; free of zod, for pages. */

/** RFC 9457. `detail` is a sentence a person can act on; `issues` name the fields. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  issues?: { path: string; message: string }[]
}

/** The `type` of a refusal (403) that entering the password again lifts. */
export const PASSWORD_NEEDED = 'urn:firsttouch:password-needed'
