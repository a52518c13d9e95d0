/**
 * S-51: no public request blocks the event loop for long. The calls come from the applications' route lists, the texts from the code's own
 * expressions. SECURITY_FULL=1 sends every text, else a random part.
 */

import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { type Attack, attacksOn, FRAGMENT_ATTACKS } from './attacks.ts'
import { openEveryService } from './every-service.ts'
import { productExpressions } from './expressions.ts'
import { type Call, HEADER_NAMES, requestsTo, studyCall } from './public-calls.ts'

const FULL = process.env.SECURITY_FULL === '1'
const MOST_MS = 100
/** How many texts from expressions to send, besides all known attacks. */
const TRIED = FULL ? Number.POSITIVE_INFINITY : 12

const services = await openEveryService({ append: async () => undefined })

const attacks = (): Attack[] => {
  const all = productExpressions().flatMap(({ expression }) => (expression ? attacksOn(expression) : []))
  const distinct = [...new Map(all.map(attack => [JSON.stringify(attack), attack])).values()]
  expect(distinct.length).toBeGreaterThan(150)
  const [chosen = []] = FULL
    ? [distinct]
    : fc.sample(fc.shuffledSubarray(distinct, { minLength: TRIED, maxLength: TRIED }), 1)
  return [...FRAGMENT_ATTACKS, ...chosen]
}

const headerNames = (): string[] =>
  FULL
    ? HEADER_NAMES
    : (fc.sample(fc.shuffledSubarray(HEADER_NAMES, { minLength: 4, maxLength: 4 }), 1)[0] ?? [])

const SENTENCE = /"detail":"[A-Z].{9}/

/**
 * CPU time of this thread for the request, in ms, as an upper bound of each block. Other programs and the engine's threads do not count.
 */
const workFor = async (asked: InjectOptions): Promise<number> => {
  const before = process.threadCpuUsage()
  const { statusCode, body, headers } = await services.app.inject(asked)
  const { user, system } = process.threadCpuUsage(before)
  // The site answers unknown paths with its own HTML page.
  const isSaid = /html/.test(String(headers['content-type'])) || SENTENCE.test(body)
  if (statusCode >= 500 || (statusCode >= 400 && !isSaid))
    throw new Error(`${asked.method} ${String(asked.url).slice(0, 200)}: ${statusCode} ${body.slice(0, 200)}`)
  return (user + system) / 1000
}

/** If the first result is too long, returns the least of three, because a run may contain garbage collection. */
const holdOf = async (asked: InjectOptions): Promise<number> => {
  const first = await workFor(asked)
  return first < MOST_MS ? first : Math.min(first, await workFor(asked), await workFor(asked))
}

test(
  'S-51 no request to any public call blocks the event loop for 100 ms',
  async () => {
    const routes = services.routes.filter(({ access, method }) => access !== 'staff' && method !== 'HEAD')
    const calls: Call[] = []
    for (const route of routes) calls.push(await studyCall(services.app, route))
    const of = (url: string) => calls.find(call => call.url === url)?.free.length ?? 0
    for (const url of ['/api/analytics/visit', '/api/analytics/batch', '/api/contact', '/api/onboarding'])
      expect(of(url), `free fields of ${url}`).toBeGreaterThan(3)
    const texts = attacks()
    const table: { call: string; inputs: number; 'longest hold, ms': number }[] = []
    for (const call of calls) {
      let inputs = 0
      let longest = 0
      for (const attack of texts)
        for (const asked of requestsTo(call, attack, headerNames())) {
          const hold = await holdOf(asked)
          expect(hold, `${call.method} ${call.url} with ${JSON.stringify(attack)}`).toBeLessThan(MOST_MS)
          inputs += 1
          longest = Math.max(longest, hold)
        }
      table.push({
        call: `${call.method} ${call.url}`,
        inputs,
        'longest hold, ms': Math.round(longest * 10) / 10,
      })
    }
    console.table(table)
  },
  FULL ? 7_200_000 : 900_000,
)
