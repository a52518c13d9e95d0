import type { LogRecord } from '@firsttouch/infra/log/log'
import { afterEach, expect, test, vi } from 'vitest'
import { redactErased, sessionHash } from '../privacy/erasures.ts'
import { redacting } from '../privacy/events.ts'
import { conversion, exposure, recordsOf, visit } from '../testing/events.ts'
import { readEntry } from './entries/read.ts'
import { readAhead, readEntries } from './entry-rows.ts'
import { EVENT_COLUMNS } from './rows.ts'

vi.mock('./entries/read.ts', { spy: true })
afterEach(() => vi.clearAllMocks())

const [ADA, BOB] = ['utm_1767225600000_ada', 'utm_1767225600000_bob']
const events = [visit({ sessionId: ADA }), conversion({ sessionId: BOB }), exposure('v2', ADA)]
const entries = (): LogRecord[] =>
  recordsOf(events).map((record, i) => (i === 1 ? { ...record, value: 'no entry' } : record))
const timesRead = () => vi.mocked(readEntry).mock.calls.length
const asItIs = <T>(envelope: T): T => envelope

test('entries that were read ahead become the same rows and dead letters, and are read once', async () => {
  const records = entries()
  await readAhead(records)
  expect(timesRead()).toBe(3)
  const { rows, deadLetters } = readEntries(records, asItIs)
  expect(timesRead()).toBe(3)
  expect({ rows, deadLetters }).toEqual(readEntries(entries(), asItIs))
  expect([rows.length, deadLetters.length]).toEqual([2, 1])
})

test('who was erased since an entry was read ahead is not in its row', async () => {
  const records = entries()
  await readAhead(records)
  const erased = redacting(redactErased(new Map([[sessionHash(ADA), 'utm_1767225600000_erased']])))
  const sessions = readEntries(records, erased).rows.map(({ row }) => row[EVENT_COLUMNS.indexOf('session')])
  expect(sessions).toEqual(['utm_1767225600000_erased', 'utm_1767225600000_erased'])
})

test('an entry that is asked for again is read again', async () => {
  const records = entries()
  await readAhead(records)
  const [once, twice] = [readEntries(records, asItIs), readEntries(records, asItIs)]
  expect(once).toEqual(twice)
  expect(timesRead()).toBe(6)
})

test('reading ahead lets others at the thread, and ends where the batch itself has come', async () => {
  const records = recordsOf(Array.from({ length: 1_000 }, () => visit()))
  const reading = readAhead(records)
  const rows = readEntries(records, asItIs).rows.length
  const read = timesRead()
  await reading
  expect([rows, read, timesRead()]).toEqual([1_000, 1_000, 1_000])
})
