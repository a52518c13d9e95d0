import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { openHttp } from '../../platform/http/http.ts'
import { askApi, followShares, knownShares } from './shares.ts'

const PAUSED: ServedShares = { ...declaredShares(), landingPage: { shown: 'control' } }
const ENDED: ServedShares = { ...declaredShares(), landingPage: { shown: 'v2' } }

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

const follow = async (ask: () => Promise<ServedShares>, withinMs?: number) => {
  const shown: ServedShares[] = []
  const said: string[] = []
  const warn = (...words: unknown[]) => said.push(String(words.at(-1)))
  const renew = async (shares: ServedShares) => void shown.push(shares)
  open.push(await followShares({ ask, renew, log: { warn }, everyMs: 1, withinMs }))
  return { shown, said }
}

test('pages start with the API’s shares and are rendered again only after a change', async () => {
  let told = PAUSED
  let asked = 0
  const { shown, said } = await follow(async () => {
    asked++
    return structuredClone(told)
  })
  expect(shown).toEqual([PAUSED])
  await expect.poll(() => asked).toBeGreaterThan(3)
  expect(shown).toEqual([PAUSED])
  told = ENDED
  await expect.poll(() => shown).toEqual([PAUSED, ENDED])
  expect(said).toEqual([])
})

test('without an answer pages use the declared shares, then the last known ones, and the log names each outage once', async () => {
  let told: ServedShares | undefined
  let asked = 0
  const { shown, said } = await follow(async () => {
    asked++
    if (!told) throw new Error('nobody there')
    return told
  })
  const again = async () => {
    const seen = asked
    await expect.poll(() => asked).toBeGreaterThan(seen + 2)
  }
  await again()
  expect([shown, said.length]).toEqual([[declaredShares()], 1])
  told = ENDED
  await again()
  told = undefined
  await again()
  expect(shown).toEqual([declaredShares(), ENDED])
  expect(said.map(words => words.replace('A/B tests: ', ''))).toEqual([
    'the API does not answer, so pages keep the last known traffic splits',
    'the API answers again, so pages use its traffic splits',
    'the API does not answer, so pages keep the last known traffic splits',
  ])
})

test('an API that does not answer gets one request at a time, and the next request after its answer', async () => {
  let asked = 0
  let underWay = 0
  let answer: (shares: ServedShares) => void = () => undefined
  const most: number[] = []
  const { shown, said } = await follow(async () => {
    asked++
    most.push(++underWay)
    if (asked === 1) await new Promise<ServedShares>(resolve => (answer = resolve))
    underWay--
    return ENDED
  }, 1)
  // A second follower at the same pace shows that enough time has passed.
  let looks = 0
  await follow(async () => {
    looks++
    throw new Error('nobody there')
  }, 1)
  await expect.poll(() => looks).toBeGreaterThan(20)
  expect([asked, shown, said.length]).toEqual([1, [declaredShares()], 1])
  answer(ENDED)
  await expect.poll(() => shown).toEqual([declaredShares(), ENDED])
  await expect.poll(() => asked).toBeGreaterThan(3)
  expect(Math.max(...most)).toBe(1)
})

test('rendering the pages of a change is retried after a failure', async () => {
  const shown: ServedShares[] = []
  let isFull = false
  let told = PAUSED
  const said: unknown[] = []
  const renew = async (shares: ServedShares) => {
    if (isFull) throw new Error('no memory')
    shown.push(shares)
  }
  const log = { warn: (...words: unknown[]) => said.push(words) }
  open.push(await followShares({ ask: async () => told, renew, log, everyMs: 1 }))
  isFull = true
  told = ENDED
  await expect.poll(() => said.length).toBeGreaterThan(0)
  isFull = false
  await expect.poll(() => shown).toEqual([PAUSED, ENDED])
})

test('a test or variant that the pages do not have is not served, because the API may be of another release', async () => {
  const told: ServedShares = {
    landingPage: {
      run: 'a',
      shares: [
        ['control', 50],
        ['v3', 50],
      ],
    },
    trialHeading: { shown: 'longest' },
    chatColour: { shown: 'green' },
  }
  const control = { shown: 'control' }
  expect(knownShares(told)).toEqual({ landingPage: control, trialHeading: control })
  expect((await follow(async () => told)).shown).toEqual([knownShares(told)])
  expect(knownShares({})).toEqual(declaredShares())
})

const openApi = async (answer: unknown, status = 200) => {
  const app: FastifyInstance = openHttp()
  app.get('/api/experiments/shares', (_request, reply) => reply.status(status).send(answer))
  open.push(app)
  return app.listen({ host: '127.0.0.1', port: 0 })
}

test('the site reads a remote API by its public call', async () => {
  expect(await askApi(await openApi(ENDED))()).toEqual(ENDED)
})

test.each([
  ['answers that it is too busy', {}, 503, /answered 503/],
  ['answers something else', { landingPage: 'v2' }, 200, /landingPage/],
])('an API that %s causes an error that says so', async (_, answer, status, words) => {
  await expect(askApi(await openApi(answer, status))()).rejects.toThrow(words)
})
