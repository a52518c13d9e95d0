import { expect, test } from 'vitest'
import { OLDEST_MS, openFormToken, YOUNGEST_MS } from './form-token.ts'

const setUp = (tokens: (string | Error)[]) => {
  let time = 1_000_000
  const slept: number[] = []
  const form = openFormToken({
    fetchToken: async () => {
      const next = tokens.shift()
      if (typeof next !== 'string') throw next ?? new Error('none left')
      return next
    },
    now: () => time,
    sleep: async ms => {
      slept.push(ms)
      time += ms
    },
  })
  return { form, slept, pass: (ms: number) => (time += ms) }
}

test('a form that is sent at once waits until its token is old enough', async () => {
  const { form, slept } = setUp(['a'])
  expect(await form.ready()).toBe('a')
  expect(slept).toEqual([YOUNGEST_MS])
})

test('a form that was typed in for a while does not wait', async () => {
  const { form, slept, pass } = setUp(['a'])
  form.prepare()
  await Promise.resolve()
  await Promise.resolve()
  pass(10_000)
  expect(await form.ready()).toBe('a')
  expect(slept).toEqual([0])
})

test('a token that has grown too old is changed for a new one', async () => {
  const { form, slept, pass } = setUp(['a', 'b'])
  expect(await form.ready()).toBe('a')
  pass(OLDEST_MS + 1)
  expect(await form.ready()).toBe('b')
  expect(slept).toEqual([YOUNGEST_MS, YOUNGEST_MS])
})

test('without a token the form is sent all the same, and the next try asks again', async () => {
  const { form } = setUp([new Error('503'), 'a'])
  expect(await form.ready()).toBe('')
  expect(await form.ready()).toBe('a')
})
