import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf, visit } from '../testing/events.ts'
import { ENTRY_VERSION, readEntry } from './read.ts'

const golden = join(import.meta.dirname, 'golden')
const versions = readdirSync(golden)
const files = versions.flatMap(version => readdirSync(join(golden, version)).map(name => join(version, name)))
const read = (value: unknown) => readEntry({ value: JSON.stringify(value) })

describe('R-24: entries of every version that was ever shipped', () => {
  test('every shipped version of entries has golden files', () => {
    const shipped = Array.from({ length: ENTRY_VERSION }, (_, index) => `v${index + 1}`)
    expect(versions.toSorted()).toEqual(shipped)
  })

  test.each(files)('the golden file %s reads as it did when it was written', file => {
    const { entry, reads } = JSON.parse(readFileSync(join(golden, file), 'utf8'))
    expect(read(entry)).toEqual({ ok: true, envelope: reads })
  })

  test('the reason of an unreadable entry ends with the id of its request, truncated to the length of an id', () => {
    const ofRequest = (requestId: string) => read({ ...envelopeOf([visit()]), bot: 1, requestId })
    for (const id of ['3f6d1c52-8a3e-4b1f-9a64-0a5b6c7d8e9f', 'a'.repeat(64)])
      expect(ofRequest(id)).toMatchObject({
        reason: 'schema',
        detail: expect.stringMatching(`\nrequest ${id}$`),
      })
    expect(ofRequest('a'.repeat(65))).toEqual(ofRequest('a'.repeat(64)))
  })

  test('an entry of a newer version becomes a dead letter', () => {
    expect(read({ ...envelopeOf([visit()]), v: ENTRY_VERSION + 1 })).toMatchObject({
      ok: false,
      reason: 'future_version',
    })
  })
})

describe('an invalid entry', () => {
  const fine = envelopeOf([visit()])
  const event = visit()
  test.each([
    ['text that is not JSON', 'not json', 'not_json'],
    ['JSON that is not an object', '[1]', 'not_json'],
    ['an entry without events', JSON.stringify({ ...fine, events: [] }), 'schema'],
    ...[0, 0.5, 'one', undefined].map(v => [`a version ${v}`, JSON.stringify({ ...fine, v }), 'schema']),
    [
      'an event without a type',
      JSON.stringify({ ...fine, events: [{ ...event, type: undefined }] }),
      'schema',
    ],
    ['an id that is no UUIDv7', JSON.stringify({ ...fine, events: [{ ...event, id: 'e4d0' }] }), 'schema'],
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
  ])('an invalid entry (%s) is refused with a reason', (_, value, reason) => {
    expect(readEntry({ value })).toEqual({ ok: false, reason, detail: expect.stringMatching(/./) })
  })
})
