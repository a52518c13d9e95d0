/** The fuzzer's requests. Most are nearly valid, some are far from it. */
import fc from 'fast-check'
import { BODIES, ID, NASTY, RAW } from './corpus.ts'

const nasty = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

type Change = { at: number; kind: 'replace' | 'remove' | 'add' | 'wrap'; name: string; value: unknown }
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap'),
  name: fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'role',
    'id',
    'isAdmin',
    'status',
    '',
    '\u0000',
    '$where',
  ),
  value: nasty,
})

/** Changes one to three fields of a valid body. */
const spoil = (body: object, changes: Change[]): unknown => {
  const spoilt: Record<string, unknown> = structuredClone({ ...body })
  for (const { at, kind, name, value } of changes) {
    const names = Object.keys(spoilt)
    const field = names[at % Math.max(1, names.length)] ?? 'x'
    if (kind === 'remove') delete spoilt[field]
    else if (kind === 'add')
      Object.defineProperty(spoilt, name, { value, enumerable: true, configurable: true, writable: true })
    else spoilt[field] = kind === 'wrap' ? [{ [field]: spoilt[field] }] : value
  }
  return spoilt
}

export type Input = {
  route: { method: string; url: string; queryNames?: string[] }
  param: string
  query: [string, string][]
  headers: Record<string, string>
  body: string | undefined
  withSession: boolean
}

const QUERY = [
  'spam',
  'page',
  'cursor',
  'search',
  'sort',
  'status',
  'source',
  'from',
  'to',
  'limit',
  'id',
  'next',
  'url',
  '__proto__',
  'baselineRate',
  'alpha',
]
const text = nasty.map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
/** Characters that Node's client accepts in a header. */
const headerText = text.map(value => value.replace(/[^\x20-\x7e]/g, '').slice(0, 300))
const HEADERS = [
  'x-session-id',
  'x-event-id',
  'idempotency-key',
  'user-agent',
  'sec-fetch-site',
  'origin',
  'if-none-match',
  'accept-encoding',
  'x-forwarded-for',
  'x-forwarded-host',
  'content-encoding',
  'if-match',
  'accept',
  'range',
]
const TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/csp-report',
  'text/xml',
  '',
  ';',
]

export const inputTo = (routes: Input['route'][]): fc.Arbitrary<Input> =>
  fc
    .record({
      route: fc.constantFrom(...routes),
      param: fc.oneof(fc.constantFrom(ID, 'landingPage'), text),
      query: fc.array(fc.tuple(fc.constantFrom(...QUERY), text), { maxLength: 3 }),
      headers: fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 2 }),
      type: fc.constantFrom(...TYPES),
      changes: fc.array(change, { maxLength: 3 }),
      raw: fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...RAW) },
      ),
      withSession: fc.constantFrom(true, true, true, false),
    })
    .map(({ route, param, query, headers, type, changes, raw, withSession }) => {
      const [, right = { a: 1 }] = BODIES.find(([path]) => path.test(route.url)) ?? []
      const hasBody = !['GET', 'HEAD'].includes(route.method)
      return {
        route,
        param,
        query,
        headers: { ...headers, ...(hasBody && type !== '' && { 'content-type': type }) },
        body: hasBody ? (raw ?? JSON.stringify(spoil(right, changes))) : undefined,
        withSession,
      }
    })

export const addressOf = ({ route, param, query }: Input): string => {
  const path = route.url
    .replace(/:\w+/g, () => encodeURIComponent(param.toWellFormed()))
    .replace('*', encodeURIComponent(param.toWellFormed()))
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')
  return search ? `${path}?${search}` : path
}
