import { expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { deadLetterOf, unreadable } from './dead-letters.ts'

test('the error text of a dead letter is truncated, and characters that PostgreSQL refuses are removed', () => {
  const [record] = recordsOf([visit()])
  if (!record) throw new Error('There is none.')
  const said = `half\ud83d of\0 it${'.'.repeat(2_000)}`
  const kept = `half\ufffd of it${'.'.repeat(2_000 - 12)}`
  for (const cause of [new Error(said), said]) expect(deadLetterOf(record, cause).detail).toBe(kept)
  expect(unreadable(record, { ok: false, reason: 'schema', detail: said }).detail).toBe(kept)
})
