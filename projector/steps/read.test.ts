import type { LogRecord } from '@firsttouch/infra/log/log'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EVENT_COLUMNS } from '../entries/rows.ts'
import { redactErased, sessionHash } from '../privacy/erasures.ts'
import { redacting } from '../privacy/events.ts'
import { conversion, exposure, recordsOf, visit } from '../testing/events.ts'
import { NO_REDACTION, read, readAhead } from './read.ts'

beforeAll(() => void vi.spyOn(JSON, 'parse'))
afterAll(() => void vi.mocked(JSON.parse).mockRestore())

const [ADA, BOB] = ['utm_1767225600000_ada', 'utm_1767225600000_bob']
const events = [visit({ sessionId: ADA }), conversion({ sessionId: BOB }), exposure('v2', ADA)]
const entries = (): LogRecord[] =>
  recordsOf(events).map((record, i) => (i === 1 ? { ...record, value: 'no entry' } : record))
/** The result of `work` and the number of parsed texts. */
const readIn = <T>(work: () => T): [T, number] => {
  const before = vi.mocked(JSON.parse).mock.calls.length
  return [work(), vi.mocked(JSON.parse).mock.calls.length - before]
}

test('entries that were read ahead give the same rows and dead letters, and are not read again', async () => {
  const records = entries()
  await readAhead(records)
  const [ahead, again] = readIn(() => read(records, NO_REDACTION))
  const [fresh, times] = readIn(() => read(entries(), NO_REDACTION))
  expect(ahead).toEqual(fresh)
  expect([again, times]).toEqual([0, 3])
  expect([ahead.rows.length, ahead.deadLetters.length]).toEqual([2, 1])
})

test('if a session is erased after its entry was read ahead, the row does not hold the session', async () => {
  const records = entries()
  await readAhead(records)
  const erased = redacting(redactErased(new Map([[sessionHash(ADA), 'utm_1767225600000_erased']])))
  const sessions = read(records, erased).rows.map(({ row }) => row[EVENT_COLUMNS.indexOf('session')])
  expect(sessions).toEqual(['utm_1767225600000_erased', 'utm_1767225600000_erased'])
})

test('an entry that was read ahead and must be redacted is read again', async () => {
  const records = entries()
  await readAhead(records)
  const once = read(records, NO_REDACTION)
  const [twice, times] = readIn(() => read(records, NO_REDACTION))
  expect(once).toEqual(twice)
  expect(times).toBe(3)
})

test('reading ahead yields to other work, and stops at an entry that the batch has already read', async () => {
  const records = recordsOf(Array.from({ length: 1_000 }, () => visit()))
  // Fill the cache of channels first, because computing a channel parses JSON too.
  read(recordsOf([visit()]), NO_REDACTION)
  const [reading, begun] = readIn(() => readAhead(records))
  // Each entry is parsed once for both rows and counts.
  expect(begun).toBe(100)
  expect(readIn(() => read(records, NO_REDACTION).rows.length)).toEqual([1_000, 900])
  const before = vi.mocked(JSON.parse).mock.calls.length
  await reading
  expect(vi.mocked(JSON.parse).mock.calls.length).toBe(before)
})
