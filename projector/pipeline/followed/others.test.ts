import { afterEach, expect, test, vi } from 'vitest'
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

afterEach(() => void vi.useRealTimers())

test('it is quiet for as long again after whoever asks meanwhile, and for twice as long when it is disturbed as soon as it followed', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { others, own, ask } = open({ first: 1_000, most: 3_000 })
  const disturb = async () => {
    await ask()
    await own()
  }
  const quietFor = () => {
    for (let ms = 0; ; ms += 100, vi.advanceTimersByTime(100)) if (!others.isQuiet()) return ms
  }
  await own()
  vi.advanceTimersByTime(5_000)
  await disturb()
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(500)
    await disturb()
  }
  expect(quietFor()).toBe(1_000)
  await disturb()
  expect(quietFor()).toBe(2_000)
  await disturb()
  expect(quietFor()).toBe(3_000)
  vi.advanceTimersByTime(3_100)
  await disturb()
  expect(quietFor()).toBe(1_000)
})
