import { expect, test } from 'vitest'
import { openStore } from './store.ts'
import { handStorage } from './testing/hand.ts'

test('stored values survive the page', () => {
  const storage = handStorage()
  openStore(() => storage).set('a', '1')
  expect(openStore(() => storage).get('a')).toBe('1')
})

test('a full storage falls back to memory', () => {
  const store = openStore(() => handStorage(() => true))
  store.set('a', '1')
  expect(store.get('a')).toBe('1')
  expect(store.keys()).toEqual(['a'])
  store.remove('a')
  expect(store.get('a')).toBeNull()
})

test('a forbidden storage falls back to memory', () => {
  const store = openStore(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  store.set('a', '1')
  expect(store.get('a')).toBe('1')
  expect(store.get('b')).toBeNull()
  expect(store.keys()).toEqual(['a'])
})

test('after the storage accepts a value again, another tab’s value counts', () => {
  let full = true
  const storage = handStorage(() => full)
  const store = openStore(() => storage)
  store.set('a', '1')
  full = false
  store.set('a', '2')
  openStore(() => storage).set('a', '3')
  expect(store.get('a')).toBe('3')
})
