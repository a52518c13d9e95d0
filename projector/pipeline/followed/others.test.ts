import { expect, test } from 'vitest'
import { openOthers } from './others.ts'

/** Versions as PostgreSQL gives them out, to anybody. */
const open = (quietMs?: { first: number; most: number }) => {
  let given = 0
  const forgotten: number[] = []
  const others = openOthers(() => forgotten.push(given), quietMs)
  const ask = async () => ({ version: String(++given), previous: String(given - 1) })
  const own = others.versions(async () => {
    const { version } = await ask()
    return { version, previous: String(Number(version) - 1) }
  })
  return { others, own, ask, forgotten }
}

test('nothing is forgotten while nobody else asks', async () => {
  const { others, own, forgotten } = open()
  expect([await own(), await own(), await own()]).toEqual(['1', '2', '3'])
  expect(forgotten).toEqual([])
  expect(others.isQuiet()).toBe(false)
})

test('who finds that somebody else has asked forgets, and is quiet for a while', async () => {
  const { others, own, ask, forgotten } = open()
  await own()
  await ask()
  await own()
  expect(forgotten).toEqual([3])
  expect(others.isQuiet()).toBe(true)
  await own()
  expect(forgotten).toEqual([3])
})

test('what was asked before the first is nobody’s concern', async () => {
  const { own, ask, forgotten } = open()
  await ask()
  await own()
  expect(forgotten).toEqual([])
})
