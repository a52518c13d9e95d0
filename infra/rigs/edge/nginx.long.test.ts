/** The answers that a browser gets through nginx, with the shipped configuration, when services fail. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { edgeConf } from '../../deploy/kubernetes/testing/edge-conf.ts'
import { freePort } from '../../platform/free-port.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { nginxPrograms } from '../testing/proxy/nginx-programs.ts'
import { until } from '../testing/until.ts'
import { startDeaf } from './deaf.ts'
import { type Behind, type Nginx, startNginx, UPSTREAMS, type Upstream } from './nginx.ts'
import { dies, type StandIn, says, startStandIn } from './stand-in.ts'

const EVENTS = '/api/analytics/batch'
const FORM = '/api/contact'
/** nginx resolves names every second and caches the answer for a second. */
const RESOLVED_MS = 4_000
const PROBLEM = 'application/problem+json; charset=utf-8'
const { programs, missing } = await nginxPrograms()
for (const line of missing) console.error(`\n*** NOT tried: ${line}\n`)
test.skipIf(programs.length > 0)('an nginx is available to run the shipped file', context =>
  context.skip(missing.join(' ')),
)

describe.each(programs)('behind $name', program => {
  const cleanUp = cleanUpAfter('each')
  let behind: Behind
  let standIns: Record<Upstream, [StandIn, StandIn]>
  let nginx: Nginx

  const post = (
    path: string,
    body: string | Uint8Array<ArrayBuffer> = '{}',
    headers: Record<string, string> = {},
  ) =>
    fetch(`${nginx.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain', ...headers },
    })
  const both = (of: Upstream, answer: StandIn['answer']) => {
    for (const standIn of standIns[of]) standIn.answer = answer
  }
  const asked = (of: Upstream) => standIns[of].flatMap(({ seen }) => seen)
  /** Closes the stand-ins until the end of the test. */
  const takeAway = async (of: Upstream, which: number[] = [0, 1]) => {
    for (const index of which) {
      await standIns[of][index]?.close()
      cleanUp.push(async () => {
        standIns[of][index] = await startStandIn(behind[of].addresses[index] ?? '', behind[of].port)
      })
    }
  }

  beforeAll(async () => {
    const pair = async (name: Upstream) => {
      const port = await freePort()
      const addresses = [`127.0.${UPSTREAMS.indexOf(name) + 1}.1`, `127.0.${UPSTREAMS.indexOf(name) + 1}.2`]
      const [first, second] = addresses as [string, string]
      behind = { ...behind, [name]: { port, addresses } }
      return [await startStandIn(first, port), await startStandIn(second, port)] as [StandIn, StandIn]
    }
    standIns = { ingest: await pair('ingest'), api: await pair('api'), site: await pair('site') }
    nginx = await startNginx(program, behind)
  })
  afterAll(async () => {
    await nginx?.close()
    for (const name of UPSTREAMS) for (const one of standIns[name]) await one.close()
  })
  beforeEach(() => {
    for (const name of UPSTREAMS)
      for (const one of standIns[name]) {
        one.seen.length = 0
        one.answer = says(200)
      }
  })

  test('an ingest that answers 503 costs no event, and gets requests again once it accepts events', async () => {
    const [bad, good] = standIns.ingest
    bad.answer = says(503)
    for (let times = 0; times < 20; times++) expect((await post(EVENTS)).status).toBe(200)
    expect(bad.seen.length).toBeGreaterThan(5)
    bad.answer = says(200)
    good.answer = says(503)
    for (let times = 0; times < 20; times++) expect((await post(EVENTS)).status).toBe(200)
  })

  test('ingest’s own refusals reach the browser unchanged', async () => {
    const headers = { 'content-type': PROBLEM, 'retry-after': '17', 'access-control-allow-origin': '*' }
    for (const status of [503, 429, 413]) {
      both('ingest', says(status, headers, '{"detail":"as ingest says"}'))
      const answer = await post(EVENTS)
      expect([answer.status, await answer.json()]).toEqual([status, { detail: 'as ingest says' }])
      expect(Object.fromEntries(answer.headers)).toMatchObject(headers)
    }
  })

  test('a 429 of one ingest is final: nginx does not try another', async () => {
    both('ingest', says(429))
    await post(EVENTS)
    expect(asked('ingest')).toHaveLength(1)
  })

  test('if an ingest dies during a request, nginx tries another', async () => {
    standIns.ingest[0].answer = dies
    for (let times = 0; times < 10; times++) expect((await post(EVENTS)).status).toBe(200)
    expect(asked('ingest').length).toBeGreaterThan(10)
  })

  test('if an ingest hangs, nginx tries another before a browser gives up', async () => {
    standIns.ingest[0].answer = () => undefined
    const answers = await Promise.all([post(EVENTS), post(EVENTS)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('nginx retries a form with a key, because the key is stored once', async () => {
    standIns.api[0].answer = dies
    for (let times = 0; times < 10; times++) {
      const answer = await post(FORM, '{"name":"Ada"}', { 'idempotency-key': crypto.randomUUID() })
      expect(answer.status).toBe(200)
    }
    expect(asked('api').length).toBeGreaterThan(10)
    expect(new Set(asked('api').map(({ bytes }) => bytes))).toEqual(new Set([14]))
  })

  test('nginx retries no other request with a key, because it would be carried out twice', async () => {
    both('api', dies)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect((await post('/api/admin/leads/1/notes', '{}', headers)).status).toBe(502)
    expect(asked('api')).toHaveLength(1)
  })

  test('nginx retries a form without a key only if the first service did not receive it', async () => {
    both('api', dies)
    const answer = await post(FORM, '{}', { origin: 'https://other.example' })
    expect(answer.status).toBe(502)
    expect(asked('api')).toHaveLength(1)
    expect(answer.headers.get('content-type')).toBe(PROBLEM)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(await answer.json()).toMatchObject({
      status: 502,
      title: 'Bad Gateway',
      detail: expect.stringMatching(/look before/),
    })
    both('api', says(200))
    await takeAway('api', [0])
    for (let times = 0; times < 10; times++) expect((await post(FORM)).status).toBe(200)
  })

  test('without any ingest, a script on another site can read the reason and when to retry', async () => {
    await takeAway('ingest')
    const origin = 'https://shop.example'
    const answer = await post(`${EVENTS}?email=jo@example.com`, '{}', { origin })
    expect(answer.status).toBe(503)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': PROBLEM,
      'retry-after': '5',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After',
    })
    const { requestId, ...said } = (await answer.json()) as Record<string, unknown>
    expect(said).toMatchObject({
      type: 'about:blank',
      status: 503,
      detail: expect.stringMatching(/send them again/),
    })
    const preflight = await fetch(`${nginx.url}${EVENTS}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-session-id',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,x-session-id',
    })
    const line = (await nginx.failed()).split('\n').find(one => one.includes(String(requestId)))
    expect(line).toContain(`503 POST ${EVENTS}: `)
    expect(await nginx.failed()).not.toMatch(/jo@|127\.0\.0\.\d+(?!:)/)
  })

  test('without the API or the site, staff get a problem and visitors an error page, and other services keep working', async () => {
    await takeAway('api')
    const answer = await fetch(`${nginx.url}/api/admin/analytics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, PROBLEM])
    expect((await post(EVENTS)).status).toBe(200)
    await takeAway('site')
    const page = await fetch(`${nginx.url}/pricing`)
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.headers.get('retry-after')).toBe('5')
    expect(await page.text()).toContain('Back in a moment')
  })

  test('bodies up to a service’s limit pass, and larger ones get a problem that other sites can read', async () => {
    const sizes = [
      ['ingest', EVENTS, 256, 320],
      ['api', FORM, 1024, 1200],
      ['api', '/api/admin/spend/import', 16 * 1024, 18 * 1024],
    ] as const
    for (const [of, path, passes, refused] of sizes) {
      expect((await post(path, new Uint8Array(passes * 1024))).status, path).toBe(200)
      // Either of the two may have received the request.
      expect(asked(of).map(({ bytes }) => bytes)).toContain(passes * 1024)
      const answer = await post(path, new Uint8Array(refused * 1024), { origin: 'https://shop.example' })
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([413, PROBLEM])
      expect(await answer.json()).toMatchObject({ status: 413, title: 'Payload Too Large' })
      expect(answer.headers.get('access-control-allow-origin')).toBe(of === 'ingest' ? '*' : null)
    }
  })

  test('headers that are too large get a problem', async () => {
    const answer = await fetch(nginx.url, {
      headers: { cookie: 'x'.repeat(6_000), accept: 'y'.repeat(6_000) },
    })
    expect(answer.status).toBe(200)
    const refused = await fetch(nginx.url, { headers: { cookie: 'x'.repeat(40_000) } })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([431, PROBLEM])
  })

  test('a live stream reaches the browser without buffering', async () => {
    let end = () => undefined as unknown
    both('api', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      end = () => response.end()
    })
    const { body } = await fetch(`${nginx.url}/api/admin/live`)
    const first = await body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n')
    end()
  })

  test('a client cannot set its own address or pretend to use https', async () => {
    await post(EVENTS, '{}', { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' })
    expect(asked('ingest')[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    })
  })

  test('a service gets the host with its port, as the page’s own address has it', async () => {
    await post(EVENTS, '{}')
    expect(asked('ingest')[0]?.headers.host).toBe(new URL(nginx.url).host)
  })

  test('a named TLS proxy in front may set address and scheme', async () => {
    const inner = await startNginx(program, behind, 'set_real_ip_from 127.0.0.1;')
    cleanUp.push(inner.close)
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7', 'x-forwarded-proto': 'https' }
    await fetch(`${inner.url}${EVENTS}`, { method: 'POST', body: '{}', headers })
    expect(asked('ingest')[0]?.headers).toMatchObject({
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'https',
    })
  })

  test.skipIf(!program.resolves)(
    'at the edge of a cluster nginx resolves full names, and skips a missing pod',
    async () => {
      const domain = 'firsttouch.svc.cluster.local'
      const conf = await edgeConf(`search ${domain} svc.cluster.local\nnameserver 127.0.0.11\n`)
      const edge = await startNginx(program, behind, '', { conf, domain })
      cleanUp.push(edge.close)
      await takeAway('ingest', [0])
      const events = Array.from({ length: 6 }, () =>
        fetch(`${edge.url}${EVENTS}`, { method: 'POST', body: '{}' }),
      )
      expect((await Promise.all(events)).map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect((await fetch(`${edge.url}/api/health`)).status).toBe(200)
      expect([asked('ingest').length, asked('api').length]).toEqual([6, 1])
    },
  )

  test.skipIf(!program.resolves)('nginx finds containers that moved to another address', async () => {
    await takeAway('ingest')
    const moved = await startStandIn('127.0.1.9', behind.ingest.port)
    cleanUp.push(moved.close, () => {
      behind.ingest.addresses = standIns.ingest.map(({ address }) => address)
    })
    behind.ingest.addresses = [moved.address]
    await until(async () => (await post(EVENTS)).status === 200, 10_000)
    expect(moved.seen).toHaveLength(1)
  })

  // By default nginx waits 30 s for a DNS answer and 30 s after a failed one.
  test.skipIf(!program.resolves).each([
    ['fails', 3_000],
    ['loses', 31_000],
  ] as const)(
    'if a name server %s answers for %i ms, nginx asks it again within seconds afterwards',
    async (does, ms) => {
      await sleep(RESOLVED_MS)
      nginx.names.does = does
      cleanUp.push(() => {
        nginx.names.does = 'answers'
      })
      await sleep(ms)
      await takeAway('ingest')
      const moved = await startStandIn('127.0.1.9', behind.ingest.port)
      cleanUp.push(moved.close, () => {
        behind.ingest.addresses = standIns.ingest.map(({ address }) => address)
      })
      behind.ingest.addresses = [moved.address]
      nginx.names.does = 'answers'
      await until(async () => (await post(EVENTS)).status === 200, 8_000)
    },
  )

  // During a retry, nginx remembers tried servers by index. Another container may get the index of a removed container.
  test.skipIf(!program.resolves)(
    'a request to a hanging container that DNS removes meanwhile is retried once at another container',
    async () => {
      const asks: Record<Upstream, () => Promise<Response>> = {
        ingest: () => post(EVENTS),
        api: () => post(FORM),
        site: () => fetch(`${nginx.url}/pricing`),
      }
      const told: Record<Upstream, number[]> = { ingest: [], api: [], site: [] }
      await Promise.all(
        UPSTREAMS.map(async name => {
          const { port, addresses } = behind[name]
          const [good = ''] = addresses
          const deaf = await startDeaf(good.replace(/1$/, '9'), port)
          cleanUp.push(deaf.close, () => {
            behind[name].addresses = addresses
          })
          // Either may come first in nginx's list.
          for (const first of [deaf.address, good]) {
            for (const listed of [[first], [deaf.address, good]]) {
              behind[name].addresses = listed
              await sleep(RESOLVED_MS)
            }
            behind[name].addresses = [good]
            const answers = Array.from({ length: RESOLVED_MS / 25 }, async (_, n) => {
              await sleep(n * 25)
              told[name].push((await asks[name]()).status)
            })
            await Promise.all(answers)
          }
        }),
      )
      for (const name of UPSTREAMS) {
        expect(new Set(told[name]), name).toEqual(new Set([200]))
        expect(asked(name), name).toHaveLength(told[name].length)
      }
    },
  )
})
