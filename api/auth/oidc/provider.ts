/** OpenID Connect client: authorization code flow with PKCE, state, nonce and verified signatures. */
import * as client from 'openid-client'
import type { OidcProblem } from '../../contract/oidc-problems.ts'
import type { OidcSettings } from '../../deps.ts'

const ANSWER_WITHIN_S = 5
/** For re-authentication (`confirm`), the login at the provider must be at most this many seconds old. */
const FRESH_S = 300

/** State of a login attempt, stored in a cookie until the callback. */
export type Attempt = { state: string; nonce: string; verifier: string; confirm: boolean }
export type Claims = client.UserInfoResponse & Partial<Pick<client.IDToken, 'acr' | 'auth_time'>>

/** Ends a login attempt. `problem` selects the message for the person, and `cause` goes to the operator's log. */
export class OidcRefusal extends Error {
  readonly problem: OidcProblem
  readonly actor: string
  constructor(problem: OidcProblem, { actor = 'nobody', cause }: { actor?: string; cause?: unknown } = {}) {
    super(problem, { cause })
    this.problem = problem
    this.actor = actor
  }
}

export const openProvider = ({ issuer, clientId, clientSecret, callback, acr }: OidcSettings) => {
  const execute = [client.enableNonRepudiationChecks]
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
  let found: Promise<client.Configuration> | undefined
  const discover = (): Promise<client.Configuration> => {
    found ??= client
      .discovery(new URL(issuer), clientId, undefined, client.ClientSecretBasic(clientSecret), {
        execute,
        timeout: ANSWER_WITHIN_S,
      })
      .catch(cause => {
        found = undefined
        throw new OidcRefusal('away', { cause })
      })
    return found
  }

  const start = async (confirm: boolean): Promise<{ url: string; attempt: Attempt }> => {
    const config = await discover()
    const verifier = client.randomPKCECodeVerifier()
    const attempt = { state: client.randomState(), nonce: client.randomNonce(), verifier, confirm }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(acr && { acr_values: acr }),
      ...(confirm && { prompt: 'login', max_age: '0' }),
    })
    return { url: url.href, attempt }
  }

  const finish = async (query: string, { state, nonce, verifier, confirm }: Attempt): Promise<Claims> => {
    const config = await discover()
    const answer = new URL(callback)
    answer.search = query
    try {
      const tokens = await client.authorizationCodeGrant(config, answer, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        ...(confirm && { maxAge: FRESH_S }),
      })
      const idToken = tokens.claims()
      if (!idToken) throw new OidcRefusal('invalid')
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined
      return {
        ...(hasMore && (await client.fetchUserInfo(config, tokens.access_token, idToken.sub))),
        ...idToken,
      }
    } catch (cause) {
      throw cause instanceof OidcRefusal ? cause : new OidcRefusal(problemOf(cause), { cause })
    }
  }
  return { start, finish }
}

/** `away` means that the provider is unreachable, overloaded or broken. A failed `fetch` throws a TypeError. */
const problemOf = (error: unknown): OidcProblem => {
  if (error instanceof client.AuthorizationResponseError) return 'denied'
  const isAway = error instanceof TypeError && error.message === 'fetch failed'
  const code = error instanceof client.ClientError ? error.code : undefined
  return isAway || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ? 'away' : 'invalid'
}
