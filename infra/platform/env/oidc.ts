/** Checks combinations of the OpenID Connect variables. */
import { weakness } from '../secrets.ts'

type OidcEnv = {
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_EMAIL_DOMAINS: string[]
  OIDC_ACR?: string | undefined
  SITE_URL?: string | undefined
  STAFF_SECOND_FACTOR?: string | undefined
}

/** Inconsistent variables, each with what to do. */
export const oidcFaults = (env: OidcEnv): Record<string, string> => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = env
  if (!issuer)
    return id || secret ? { OIDC_ISSUER: 'is missing: set it, or remove the other OIDC_ variables' } : {}
  const { protocol, hostname } = new URL(issuer)
  const weak = secret && weakness(secret)
  return {
    ...(protocol === 'http:' &&
      !['localhost', '127.0.0.1'].includes(hostname) && { OIDC_ISSUER: 'must start with https://' }),
    ...(!id && { OIDC_CLIENT_ID: 'is missing: the login provider shows it for the registered client' }),
    ...(!secret && {
      OIDC_CLIENT_SECRET: 'is missing: the login provider shows it for the registered client',
    }),
    ...(weak && { OIDC_CLIENT_SECRET: weak.replace('a password', 'a value') }),
    ...(env.OIDC_EMAIL_DOMAINS.length === 0 && {
      OIDC_EMAIL_DOMAINS: 'is missing: name the e-mail domains that may log in, such as example.com',
    }),
    ...(env.STAFF_SECOND_FACTOR === 'required' &&
      !env.OIDC_ACR && {
        OIDC_ACR: 'is missing: STAFF_SECOND_FACTOR=required needs a provider that states one',
      }),
    ...(!env.SITE_URL && { SITE_URL: 'is missing: the login provider sends the browser back there' }),
  }
}
