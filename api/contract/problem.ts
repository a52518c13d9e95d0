/** Error answers. Pages import this file, so it does not import zod. */

/** RFC 9457 problem details. `detail` is a sentence with the next action. `issues` names the invalid fields. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  issues?: { path: string; message: string }[]
  /** Machine-readable reason, if the status alone does not say what to do. */
  code?: string
}

/** `type` of a 403 that re-authentication resolves. */
export const PASSWORD_NEEDED = 'urn:firsttouch:password-needed'

/** `code` of 403 answers while the account must still set a password or a second factor. */
export const SETUP_CODES = { password: 'password_change_required', factor: 'second_factor_required' } as const
export type SetupStep = keyof typeof SETUP_CODES
