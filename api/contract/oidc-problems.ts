/** This file does not import zod, because the login page imports it and should stay small. */

/** Keys are values of `sso` in `/login?sso=…`. */
export const OIDC_PROBLEMS = {
  away: 'The login provider is not responding. Log in with a password, or try again in a minute.',
  denied: 'The login provider did not log you in. Try again, or log in with a password.',
  invalid: 'The answer from the login provider is invalid, too old or already used. Please start again.',
  throttled: 'Too many failed logins from this network. Please wait a few minutes, then try again.',
  unverified:
    'The login provider has not confirmed that your e-mail address is verified. Ask its administrator to verify it.',
  domain: 'Accounts from your e-mail domain may not log in here. Ask an operator to allow the domain.',
  role: 'The login provider must give you exactly one role: viewer, staff or owner. Ask its administrator to set it.',
  strength:
    'The login provider did not confirm the second factor that is required here. Ask its administrator to require one.',
  exists:
    'An account with your e-mail address exists and is not connected. Log in with its password, then connect it under Settings, Single sign-on.',
  taken: 'This login is already connected to another account. Connect a different login.',
  session: 'To connect a login, log in with your password first and start again within 15 minutes.',
  disabled: 'Your account is disabled. Ask an owner to enable it.',
  owner:
    'You are the last owner, and the login provider gives you a lower role. Make another account an owner first.',
} as const
export type OidcProblem = keyof typeof OIDC_PROBLEMS
