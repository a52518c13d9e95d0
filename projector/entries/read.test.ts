import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf, visit } from '../testing/events.ts'
import { readEntry } from './read.ts'
import { currentVersion, type Upcast } from './upcasts.ts'

const golden = join(import.meta.dirname, 'golden')
const versions = readdirSync(golden)
const files = versions.flatMap(version => readdirSync(join(golden, version)).map(name => join(version, name)))
const read = (value: unknown, upcasts?: Upcast[]) => readEntry({ value: JSON.stringify(value) }, upcasts)

describe('R-24: entries of every version that was ever shipped', () => {
  test('have golden files', () => {
    const shipped = Array.from({ length: currentVersion() }, (_, index) => `v${index + 1}`)
    expect(versions.toSorted()).toEqual(shipped)
  })

  test.each(files)('%s reads as it did when it was written', file => {
    const { entry, reads } = JSON.parse(readFileSync(join(golden, file), 'utf8'))
    expect(read(entry)).toEqual({ ok: true, envelope: reads })
  })

  test('what cannot be read names the request that brought it, and no more of it than an id is long', () => {
    const ofRequest = (requestId: string) => read({ ...envelopeOf([visit()]), bot: 1, requestId })
    for (const id of ['3f6d1c52-8a3e-4b1f-9a64-0a5b6c7d8e9f', 'a'.repeat(64)])
      expect(ofRequest(id)).toMatchObject({
        reason: 'schema',
        detail: expect.stringMatching(`\nof the request ${id}$`),
      })
    expect(ofRequest('a'.repeat(65))).toEqual(ofRequest('a'.repeat(64)))
  })

  test('a version newer than this code is parked, not guessed at', () => {
    expect(read({ ...envelopeOf([visit()]), v: currentVersion() + 1 })).toMatchObject({
      ok: false,
      reason: 'future_version',
    })
  })
})

describe('an older version', () => {
  const older = { v: 1, receivedAt: '2026-11-20T19:00:09.731Z', agent: 'Mozilla/5.0', hits: [visit()] }
  const upcasts: Upcast[] = [
    ({ hits, ...rest }) => ({ ...rest, v: 2, events: hits }),
    ({ agent, ...rest }) => ({ ...rest, v: 3, userAgent: agent, network: '', bot: '' }),
  ]

  test('is raised step by step when it is read', () => {
    expect(read(older, upcasts)).toEqual({
      ok: true,
      envelope: envelopeOf(older.hits, { receivedAt: older.receivedAt, network: '' }),
    })
    const { hits, ...rest } = older
    expect(read({ ...rest, v: 2, events: hits }, upcasts)).toEqual(read(older, upcasts))
    expect(read({ ...older, v: 4 }, upcasts)).toMatchObject({ ok: false, reason: 'future_version' })
  })

  test('that cannot be raised is unreadable, and says so', () => {
    const throwing: Upcast = () => {
      throw new Error('no hits')
    }
    const reading = read(older, [throwing])
    expect(reading).toEqual({ ok: false, reason: 'no_upcast', detail: expect.stringContaining('no hits') })
    expect(read({ ...older, v: 0 })).toMatchObject({ ok: false, reason: 'no_upcast' })
    expect(read({ ...older, v: 1.5 }, upcasts)).toMatchObject({ ok: false, reason: 'no_upcast' })
    expect(read({ ...older, v: 'one' })).toMatchObject({ ok: false, reason: 'no_upcast' })
  })
})

describe('an entry that only looks right', () => {
  const fine = envelopeOf([visit()])
  const event = visit()
  test.each([
    ['text that is not JSON', 'not json', 'not_json'],
    ['JSON that is not an object', '[1]', 'not_json'],
    ['an entry without events', JSON.stringify({ ...fine, events: [] }), 'schema'],
    [
      'an event without a type',
      JSON.stringify({ ...fine, events: [{ ...event, type: undefined }] }),
      'schema',
    ],
    ['an id of another kind', JSON.stringify({ ...fine, events: [{ ...event, id: 'e4d0' }] }), 'schema'],
    [
      'an id from the year 10000',
      JSON.stringify({ ...fine, events: [{ ...event, id: `e677${event.id.slice(4)}` }] }),
      'schema',
    ],
    [
      'a day that does not exist',
      JSON.stringify({ ...fine, events: [{ ...event, occurredAt: '2026-02-31T10:00:00.000Z' }] }),
      'schema',
    ],
    [
      'a time without milliseconds',
      JSON.stringify({ ...fine, receivedAt: '2026-02-01T10:00:00Z' }),
      'schema',
    ],
    [
      'more events than an entry can hold',
      JSON.stringify({ ...fine, events: Array(257).fill(event) }),
      'schema',
    ],
    [
      'a number in place of a text',
      JSON.stringify({ ...fine, events: [{ ...event, pagePath: 7 }] }),
      'schema',
    ],
  ])('%s has a reason', (_, value, reason) => {
    expect(readEntry({ value })).toEqual({ ok: false, reason, detail: expect.stringMatching(/./) })
  })
})
