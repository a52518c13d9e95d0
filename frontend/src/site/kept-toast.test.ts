import { expect, test } from 'vitest'
import { readToast } from './kept-toast.ts'

test('a toast that was kept is shown with its words', () => {
  const kept = { title: 'Trial Started!', description: 'We call you.' }
  expect(readToast(JSON.stringify(kept))).toEqual(kept)
})

test.each([null, '', '{', 'null', '7', '"text"', '[]', '{}', '{"title":7}', '{"title":{"a":1}}'])(
  'what is no toast is none: %j',
  saved => {
    expect(readToast(saved)).toBeUndefined()
  },
)

test('only words are taken', () => {
  expect(readToast('{"title":"A","description":{"b":1},"duration":-1,"tone":"x"}')).toEqual({ title: 'A' })
})
