/** Messages for failed logins at the provider. The login page imports this file, so it does not import zod. */

/** Keys are values of `sso` in `/login?sso=…`. */
export const OIDC_PROBLEMS = {
  away: 'The login provider does not answer. Log in with a password, or try again in a minute.',
  denied: 'The login provider did not log you in. Try again, or log in with a password.',
  invalid: 'The answer of the login provider is invalid, too old or already used. Please start again.',
  throttled: 'Too many failed logins from this network. Please wait a few minutes, then try again.',
  unverified: 'The login provider does not say that your e-mail address is verified. Ask its administrator.',
  domain: 'Your e-mail address belongs to no domain that may log in here. Ask an operator.',
  role: 'The login provider names no role for you, or an unknown one. It must be viewer, staff or owner.',
  strength: 'The login provider did not ask for the second factor that is required here.',
  exists:
    'An account with your e-mail address exists and is not connected. Log in with its password, then connect it under Settings, Single sign-on.',
  taken: 'This login belongs to another account here.',
  session: 'To connect a login, log in with your password first and start again within 15 minutes.',
  disabled: 'Your account is disabled. Ask an owner.',
  owner:
    'You are the last owner, and the login provider names a lower role. Make another account owner first.',
} as const
export type OidcProblem = keyof typeof OIDC_PROBLEMS
