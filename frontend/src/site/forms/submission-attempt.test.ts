import { expect, test } from 'vitest'
import { openAttempts } from './submission-attempt.ts'

const numbered = () => {
  let next = 0
  return openAttempts(() => `id-${++next}`)
}

test('retrying the same content is the same submission', () => {
  const attempts = numbered()
  expect(attempts.for('a')).toMatchObject({ idempotencyKey: 'id-1', eventId: 'id-2', replaces: false })
  expect(attempts.for('a')).toMatchObject({ idempotencyKey: 'id-1', eventId: 'id-2', replaces: false })
})

test('changed content is a new submission', () => {
  const attempts = numbered()
  attempts.for('a')
  expect(attempts.for('b')).toMatchObject({ idempotencyKey: 'id-3', replaces: true })
})

test('after success the same content is a new submission', () => {
  const attempts = numbered()
  attempts.for('a')
  attempts.done()
  expect(attempts.for('a')).toMatchObject({ idempotencyKey: 'id-3', replaces: false })
})
