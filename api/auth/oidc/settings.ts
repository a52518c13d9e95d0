/** Settings of the login provider from the environment. */
import type { Env } from '@firsttouch/infra/platform/env'
import type { OidcSettings } from '../../deps.ts'

export const oidcSettings = (env: Env): OidcSettings | undefined =>
  env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET && env.SITE_URL
    ? {
        issuer: env.OIDC_ISSUER,
        clientId: env.OIDC_CLIENT_ID,
        clientSecret: env.OIDC_CLIENT_SECRET,
        callback: new URL('/api/oidc/callback', env.SITE_URL).href,
        emailDomains: env.OIDC_EMAIL_DOMAINS.map(domain => domain.toLowerCase()),
        roleClaim: env.OIDC_ROLE_CLAIM ?? '',
        acr: env.OIDC_ACR ?? '',
      }
    : undefined
