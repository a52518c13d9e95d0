import { expect, test } from 'vitest'
import { errorLine, noteTrace } from './traced-errors.ts'

test('an error is logged with its trace, if it has one', () => {
  const [traced, other] = [new Error('in a trace'), new Error('in none')]
  noteTrace(traced, 'a'.repeat(32))
  noteTrace('a text', 'b'.repeat(32))
  expect(errorLine(traced)).toEqual({ err: traced, trace_id: 'a'.repeat(32) })
  expect(errorLine(other)).toEqual({ err: other })
  expect(errorLine('a text')).toEqual({ err: 'a text' })
  expect(errorLine(null)).toEqual({ err: null })
})
