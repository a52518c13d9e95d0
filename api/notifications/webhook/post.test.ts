/** Security rules S-27 and S-49 (api/README.md): content and signature of webhook posts, and blocked addresses. */
import { makeCertificate } from '@firsttouch/infra/rigs/testing/servers/certificate'
import { serve } from '@firsttouch/infra/rigs/testing/servers/serve'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { WebhookSettings } from '../../deps.ts'
import { openWebhook, type Post, signedHeaders } from './post.ts'
import { guardedLookup, isPublic, refuseAddress } from './public-request.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const POST: Post = { id: '0192a3b4-0000-7000-8000-000000000001', at: new Date(), body: '{"type":"lead"}' }

const settingsFor = (url: string, more: Partial<WebhookSettings> = {}): WebhookSettings => ({
  url,
  secret: SECRET,
  allowHosts: ['127.0.0.1', 'localhost'],
  ...more,
})
const sendTo = (url: string, more: Partial<WebhookSettings> = {}, around = {}) =>
  openWebhook(settingsFor(url, more), { withinMs: 30_000, ...around }).send(POST)

test('a receiver with the secret can verify the request with a third-party library', async () => {
  const got: { headers: Record<string, string>; body: string }[] = []
  const { port } = await serve((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  })
  expect(await sendTo(`http://127.0.0.1:${port}/hook?x=1`)).toEqual({ state: 'sent' })
  const [{ headers, body } = { headers: {}, body: '' }] = got
  expect(new Webhook(SECRET).verify(body, headers)).toEqual({ type: 'lead' })
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow()
  const late = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }
  expect(() => new Webhook(SECRET).verify(body, late)).toThrow()
})

test('a secret without the prefix signs with the bytes of its text', () => {
  const headers = signedHeaders(POST, 'six words that nobody ever guesses')
  const verifier = new Webhook('six words that nobody ever guesses', { format: 'raw' })
  expect(verifier.verify(POST.body, headers)).toEqual({ type: 'lead' })
})

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['172.16.0.1'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['0.0.0.0'],
  ['192.0.0.192'],
  ['198.18.0.1'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::1'],
  ['::'],
  ['fe80::1'],
  ['fd00:ec2::254'],
  ['ff02::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:a9fe:a9fe'],
  ['64:ff9b::7f00:1'],
  ['::7f00:1'],
  ['4000::1'],
  ['2002:7f00:1::'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['2001:db8::1'],
  ['not an address'],
])('%s is not a public address', address => {
  expect(isPublic(address)).toBe(false)
})

test.each([['93.184.216.34'], ['2606:2800:220:1:248:1893:25c8:1946']])('%s is a public address', address => {
  expect(isPublic(address)).toBe(true)
})

const SAYS_WHAT_TO_SET = /private network, which is blocked: correct WEBHOOK_URL, or .* WEBHOOK_ALLOW_HOSTS/

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
])('%s is refused before any connection', async url => {
  expect(await sendTo(url, { allowHosts: [] })).toEqual({
    state: 'later',
    reason: expect.stringMatching(SAYS_WHAT_TO_SET),
  })
  expect(() => refuseAddress(new URL(url).hostname, [])).toThrow()
})

/** A DNS resolver with prepared answers, as an attacker's domain could give them. */
const resolver = (...answers: string[][]) => {
  let asked = 0
  const ask = ((_host: string, _options: object, done: (error: null, all: object[]) => void) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    done(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as NonNullable<Parameters<typeof guardedLookup>[1]>
  return { ask, asked: () => asked }
}

test('a name that resolves to an internal address is refused, even if only one of its addresses is', async () => {
  const { port } = await serve((_request, response) => response.end())
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::1']]) {
    const { ask } = resolver(addresses)
    const lookup = guardedLookup([], ask)
    expect(await sendTo(`http://hooks.example.com:${port}/`, { allowHosts: [] }, { lookup })).toEqual({
      state: 'later',
      reason: expect.stringMatching(SAYS_WHAT_TO_SET),
    })
  }
})

test('a name is resolved once, and the checked address is the connected one', async () => {
  let requests = 0
  const { port } = await serve((_request, response) => {
    requests += 1
    response.end()
  })
  // The second answer is an internal address. The client must not ask for it.
  const { ask, asked } = resolver(['192.0.2.1'], ['127.0.0.1'])
  const lookup = guardedLookup([], ask)
  const outcome = await sendTo(`http://rebinding.example:${port}/`, { allowHosts: [] }, { lookup })
  expect(outcome.state).toBe('later')
  expect([asked(), requests]).toEqual([1, 0])
  // An allowed host may have any address.
  const named = resolver(['127.0.0.1'])
  const allowed = guardedLookup(['rebinding.example'], named.ask)
  expect(await sendTo(`http://rebinding.example:${port}/`, {}, { lookup: allowed })).toEqual({
    state: 'sent',
  })
  expect([named.asked(), requests]).toEqual([1, 1])
})

test('a redirect is not followed', async () => {
  let inside = 0
  const { port: secret } = await serve((_request, response) => {
    inside += 1
    response.end()
  })
  const { port } = await serve((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${secret}/` }).end(),
  )
  expect(await sendTo(`http://127.0.0.1:${port}/`)).toEqual({
    state: 'later',
    reason: expect.stringMatching(/redirect \(307\), which is not followed/),
  })
  expect(inside).toBe(0)
})

test.each([
  [500, 'later', /answered 500/],
  [404, 'later', /answered 404/],
  [410, 'refused', /has been removed/],
] as const)('an answer of %i', async (status, state, words) => {
  const { port } = await serve((_request, response) => response.writeHead(status).end())
  expect(await sendTo(`http://127.0.0.1:${port}/`)).toMatchObject({
    state,
    reason: expect.stringMatching(words),
  })
})

test.each([
  [429, '120', 120_000],
  [503, '120', 120_000],
  [503, 'in ten minutes', 600_000],
  [503, 'ten minutes ago', 0],
  [429, 'soon', 0],
  [429, '-5', 0],
  [429, undefined, 0],
  [408, '120', 0],
  [500, '120', 0],
])('an answer of %i with Retry-After: %s asks for a wait of %i ms', async (status, given, waitMs) => {
  const minutes = given === 'in ten minutes' ? 10 : given === 'ten minutes ago' ? -10 : 0
  const retryAfter = minutes ? new Date(Date.now() + minutes * 60_000).toUTCString() : given
  const { port } = await serve((_request, response) =>
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(),
  )
  const outcome = await sendTo(`http://127.0.0.1:${port}/`)
  if (outcome.state !== 'later') throw new Error(`it is ${outcome.state}`)
  // Retry-After dates have whole seconds.
  expect(Math.abs((outcome.waitMs ?? 0) - waitMs)).toBeLessThan(5_000)
})

test.each([
  ['ENOTFOUND', /was not found: this name has no address\. Check it for typos\.$/],
  ['EAI_AGAIN', /was not found: this name has no address\. Check it for typos\.$/],
  ['ECONNREFUSED', /refuses connections\.$/],
  ['ERR_TLS_X', /has a certificate that cannot be trusted \(ERR_TLS_X\)\.$/],
  ['EPIPE', /closed the connection without an answer \(EPIPE\)\.$/],
  ['', /closed the connection without an answer\.$/],
])('a failure %s is described in one sentence', async (code, words) => {
  const lookup = (_host: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('it broke'), code && { code }))
  expect(await sendTo('http://hooks.example.com/', {}, { lookup })).toEqual({
    state: 'later',
    reason: expect.stringMatching(words),
  })
})

test('a receiver that hangs or answers very slowly times out', async () => {
  const { port: silent } = await serve(() => undefined)
  const { port: dripping } = await serve((_request, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  for (const port of [silent, dripping])
    expect(await sendTo(`http://127.0.0.1:${port}/`, {}, { withinMs: 400 })).toEqual({
      state: 'later',
      reason: expect.stringMatching(/did not answer within 0\.4 s/),
    })
})

test('only the beginning of a long answer is read', async () => {
  let written = 0
  const { port } = await serve((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  expect(await sendTo(`http://127.0.0.1:${port}/`)).toEqual({ state: 'sent' })
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

test('TLS is verified', async () => {
  const { certificate, key } = makeCertificate()
  const { port } = await serve((_request, response) => response.end(), { cert: certificate, key })
  expect(await sendTo(`https://localhost:${port}/`)).toEqual({
    state: 'later',
    reason: expect.stringMatching(/certificate that cannot be trusted/),
  })
  expect(await sendTo(`https://localhost:${port}/`, {}, { ca: certificate })).toEqual({ state: 'sent' })
})
