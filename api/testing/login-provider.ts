/** A real OpenID provider (`oidc-provider`) on a local port, and a headless browser login. */
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { OidcSettings } from '../deps.ts'

export type Person = {
  sub: string
  email?: string
  email_verified?: boolean
  role?: unknown
  /** Authentication context (acr) in the claims. */
  acr?: string
}
type Handler = (request: IncomingMessage, response: ServerResponse) => void

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Makes a JWT. Algorithm `none` has no signature. */
export const jwtOf = (claims: object, jwk: JsonWebKey, alg = 'RS256'): string => {
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return `${text}.${alg === 'none' ? '' : sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

const CLIENT_SECRET = 'Zr4tq9Lw2xVb7nKd5mPs'
const CALLBACK = 'https://www.example.com/api/oidc/callback'

export const openLoginProvider = async (callback = CALLBACK) => {
  const state = { who: { sub: 'nobody' } as Person, instead: new Map<string, Handler>() }
  let handle: Handler = (_request, response) => response.end()
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientOf = (id: string) => ({
    ...{ client_id: id, client_secret: CLIENT_SECRET, redirect_uris: [callback] },
    ...{ response_types: ['code' as const], grant_types: ['authorization_code'] },
  })
  const key = newKey()
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    clients: [clientOf('firsttouch'), clientOf('other')],
    cookies: { keys: [CLIENT_SECRET] },
    pkce: { required: () => true },
    acrValues: ['single', 'multi'],
    claims: { openid: ['sub', 'role'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => {
      const { acr: _, ...claims } = state.who
      return { accountId: sub, claims: () => ({ ...claims, sub }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  handle = (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const instead = state.instead.get(path)
    if (instead) return instead(request, response)
    if (!path.startsWith('/interaction/')) return void answer(request, response)
    const { sub: accountId, acr } = state.who
    void provider.interactionFinished(request, response, { login: { accountId, ...(acr && { acr }) } })
  }

  /** Follows redirects with cookies until the callback. Returns the callback's query. */
  const logInAt = async (url: string): Promise<URLSearchParams> => {
    const cookies = new Map<string, string>()
    let next = url
    for (let hop = 0; hop < 10; hop++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
      next = new URL(location, next).href
      if (next.startsWith(callback)) return new URL(next).searchParams
    }
    throw new Error('The provider redirects in a circle')
  }

  const settings: OidcSettings = {
    ...{ issuer, clientId: 'firsttouch', clientSecret: CLIENT_SECRET, callback },
    ...{ emailDomains: ['example.com'], roleClaim: 'role', acr: '' },
  }
  return {
    settings,
    /** The provider's own key, and an unknown key. */
    keys: { own: key, foreign: newKey() },
    state,
    logInAt,
    close: () => new Promise<void>(closed => server.close(() => closed())),
    /** Exchanges a code at the token endpoint as client `id`. */
    tokensOf: async (id: string, code: string, verifier: string): Promise<{ id_token: string }> => {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${id}:${CLIENT_SECRET}`).toString('base64')}` },
        body: new URLSearchParams({
          ...{ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
        }),
      })
      return (await answer.json()) as { id_token: string }
    },
  }
}
