/** Requests with hostile texts for each public call. Free fields are found by trying, so a new call or field needs no entry here. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Attack, textOf } from './attacks.ts'
import { BODIES } from './corpus.ts'
import type { Route } from './every-service.ts'

/** The server's limits for a body and for all headers together, in bytes. */
const BODY = 256 * 1024
/** Leaves room for field names. */
const FILLED = 0.98 * BODY
const HEADERS = 15 * 1024
const CHANGED = ['content-type', 'content-length', 'host']
export const HEADER_NAMES = [
  'user-agent',
  'referer',
  'cookie',
  'origin',
  'accept',
  'accept-encoding',
  'if-none-match',
  'range',
  'x-session-id',
  'x-event-id',
  'idempotency-key',
  'x-forwarded-for',
  'sec-fetch-site',
  'access-control-request-method',
  'access-control-request-headers',
  ...CHANGED,
]

type Path = (string | number)[]
/** A field that accepts any text. `most`: the length of the longest text that it accepts. */
export type Free = { path: Path; most: number }
export type Call = Route & { free: Free[]; right: unknown }

const lengths = [2048, 1024, 500, 255, 60]
/** A text that is no e-mail address, number or name. A field that accepts it counts as free, because it accepts any text. */
const STRANGE = 'x @%/ä'

export const studyCall = async (app: FastifyInstance, route: Route): Promise<Call> => {
  const [, right = {}] = BODIES.find(([path]) => path.test(route.url)) ?? []
  const free: Free[] = []
  if (route.method === 'POST')
    for (const path of leavesOf(right)) {
      for (const most of lengths) {
        const body = withText(right, [path], () => STRANGE.padEnd(most, 'x'))
        const { statusCode } = await app.inject(request(route, { body: JSON.stringify(body) }))
        // Ingest accepts a batch if it accepts one of its events.
        if (statusCode < 400) {
          free.push({ path, most })
          break
        }
      }
    }
  return { ...route, right, free }
}

/** All ways to send the text: path, query, each header, body, fields. */
export const requestsTo = (call: Call, attack: Attack, headers: readonly string[]): InjectOptions[] => {
  const text = (length: number) => textOf(attack, length)
  const header = text(HEADERS).replace(/[^\x20-\x7e]/g, 'ä')
  const query = encodeURI(text(4 * 1024).toWellFormed()).slice(0, HEADERS)
  const short = encodeURIComponent(text(90).toWellFormed())
  const way = (more: Partial<InjectOptions>) => request(call, more)
  const asked: InjectOptions[] = [
    way({ url: `${addressOf(call, 'x')}?${query}=${query}&a[]=${query}`.slice(0, HEADERS) }),
    way({ url: addressOf(call, short) }),
    ...headers.map(name => way({ headers: { [name]: header } })),
  ]
  if (call.method !== 'POST') return asked
  const most = Math.floor((FILLED / bytesOf(attack.pump)) * attack.pump.length)
  const bodies = [
    filled(call, text),
    { [text(most)]: 1 },
    ...leavesOf(call.right).map(path => withText(call.right, [path], () => text(most))),
  ]
  const raw = [...bodies.map(body => JSON.stringify(body)), text(most)]
  return [...asked, ...raw.map(body => way({ body }))]
}

/** JSON may escape one character as six, so measure the JSON. */
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** A body with the longest text in every free field, and as many events as fit. */
const filled = ({ right, free }: Call, text: (length: number) => string): unknown => {
  const most = new Map(free.map(one => [one.path.join('.'), one.most]))
  const body = withText(
    right,
    free.map(({ path }) => path),
    path => text(most.get(path.join('.')) ?? 0),
  )
  if (typeof body !== 'object' || body === null || !('events' in body) || !Array.isArray(body.events))
    return body
  const { events } = body
  const size = bytesOf(events)
  const copies = Math.max(1, Math.min(Math.floor(FILLED / size), Math.floor(100 / events.length)))
  return { events: Array.from({ length: copies }, () => events).flat() }
}

const addressOf = ({ url }: Route, name: string): string => url.replace(/:\w+/g, name).replace('*', name)

let senders = 0
/** A new sender address for each request avoids the rate limits. */
const request = (route: Route, more: Partial<InjectOptions>): InjectOptions => ({
  method: route.method as 'GET',
  url: addressOf(route, 'x'),
  remoteAddress: `10.${(++senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`,
  ...more,
  headers: {
    ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more.headers,
  },
})

const leavesOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [path]

const withText = (body: unknown, paths: Path[], text: (path: Path) => string): unknown => {
  const changed = structuredClone(body)
  for (const path of paths) {
    let holder = changed as Record<string, unknown>
    for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>
    const last = path.at(-1)
    if (last !== undefined) holder[last] = text(path)
  }
  return changed
}
