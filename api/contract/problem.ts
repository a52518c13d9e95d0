/** Every answer that refuses; free of zod, for pages. */

/** RFC 9457. `detail` is a sentence a person can act on; `issues` name the fields. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  issues?: { path: string; message: string }[]
  /** For programs, where the status alone does not say what to do. */
  code?: string
}

/** The `type` of a refusal (403) that entering the password again lifts. */
export const PASSWORD_NEEDED = 'urn:firsttouch:password-needed'

/** The `code` of a refusal (403) until the account has chosen its password, or has the second factor that staff need. */
export const SETUP_CODES = { password: 'password_change_required', factor: 'second_factor_required' } as const
export type SetupStep = keyof typeof SETUP_CODES
