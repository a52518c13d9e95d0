import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('memoize computes a text once until the cache is full and cleared', () => {
  const asked: string[] = []
  const lengthOf = memoize(text => {
    asked.push(text)
    return text.length
  })
  expect([lengthOf('one'), lengthOf('one')]).toEqual([3, 3])
  expect(asked).toEqual(['one'])
  for (let i = 1; i < 1_000; i++) lengthOf(`other ${i}`)
  asked.length = 0
  lengthOf('one')
  expect(asked).toEqual([])
  lengthOf('one more')
  lengthOf('one')
  expect(asked).toEqual(['one more', 'one'])
})
