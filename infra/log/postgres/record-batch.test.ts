import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { pack, unpack } from './record-batch.ts'

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const text = fc.string({ unit: 'binary' }).map(value => value.replaceAll('\0', ''))
const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits })
const headers = fc.tuple(hex(32), hex(16)).map(([trace, span]) => ({ traceparent: `00-${trace}-${span}-01` }))
const entry = fc.record(
  { appendedMs: fc.integer({ min: -5, max: 1e12 }), key: text, value: text, headers },
  { requiredKeys: ['appendedMs', 'key', 'value'] },
)

const WAYS = ['quickly', 'densely', 'inColumns'] as const
test.each(WAYS)('a batch packed %s reads back unchanged with any contents', async how => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 50 }), async entries => {
      const { packed, ...about } = await pack(entries, how)
      expect(unpack(packed)).toEqual(entries)
      expect(about.entries).toBe(entries.length)
    }),
  )
})

test('entries without traces pack to the same bytes as before traces existed', async () => {
  const entries = [
    { key: 'utm_1767225600000_a', value: '{"v":1}' },
    { key: 'b', value: 'two', appendedMs: 7 },
  ]
  const text = ['', 'utm_1767225600000_a', '{"v":1}', '7', 'b', 'two'].join('\0')
  const { packed, size } = await pack(entries)
  expect(zstdDecompressSync(packed).toString()).toBe(text)
  expect(size).toBe(text.length)
  const traced = await pack([{ key: 'a', value: 'b', headers: { traceparent: TRACEPARENT } }])
  expect(zstdDecompressSync(traced.packed).toString()).toBe(['', 'a', 'b', `0 ${TRACEPARENT}`].join('\0'))
})

test.each(WAYS)('a batch above 64 KiB packed %s reads back unchanged', async how => {
  const entries = Array.from({ length: 3_000 }, (_, i) => ({ key: `key ${i}`, value: 'x'.repeat(i % 97) }))
  const { packed, size } = await pack(entries, how)
  expect(unpack(packed)).toEqual(entries.map(one => ({ ...one, appendedMs: 0 })))
  expect(size).toBeGreaterThan(64 * 1024)
  expect(packed.length).toBeLessThan(size / 3)
})

test('a thousand visits in columns take half the space', async () => {
  const at = 1_767_225_600_000
  const entries = Array.from({ length: 1_000 }, (_, i) => {
    const time = new Date(at + 40_000 * i).toISOString()
    const key = `utm_${at + 40_000 * i}_${Math.floor(((i * 0.618_033_988) % 1) * 36 ** 9).toString(36)}`
    const event = {
      type: 'visit',
      id: v7({ msecs: at + 40_000 * i }),
      occurredAt: time,
      sessionId: key,
      pagePath: '/',
    }
    return {
      key,
      value: JSON.stringify({ v: 1, receivedAt: time, userAgent: 'Mozilla/5.0', events: [event] }),
    }
  })
  const { packed } = await pack(entries, 'inColumns')
  const text = entries.map(({ key, value }) => `\0${key}\0${value}`).join('\0')
  expect(unpack(packed).map(({ value }) => value)).toEqual(entries.map(({ value }) => value))
  expect(packed.length).toBeLessThan(zstdCompressSync(text).length / 2)
})

test.each(WAYS)('a bit flip on the disk is noticed in rows packed %s', async how => {
  const { packed } = await pack(
    [{ key: 'utm_1', value: 'some value that is long enough to be changed' }],
    how,
  )
  const changed = Buffer.from(packed)
  const at = changed.indexOf('long')
  changed[at] = 76
  expect(at).toBeGreaterThan(0)
  expect(() => unpack(changed)).toThrow()
})

test.each([
  ['none', ['a session', 'utm_123_a'], null],
  ['the oldest of them', ['utm_1767225600001_a', 'utm_1767225600000_b', 'x'], 1_767_225_600_000],
  [
    'none that has its aged name',
    [`utm_1767225600000_aged${'0a'.repeat(12)}`, 'utm_1767225600002_b'],
    1_767_225_600_002,
  ],
  ['none from before 2020', ['utm_1577836799999_a', 'utm_1577836800000_b'], 1_577_836_800_000],
])('the batch’s session time is right: %s', async (_, keys, oldest) => {
  expect((await pack(keys.map(key => ({ key, value: '' })))).oldestSession).toBe(oldest)
})
