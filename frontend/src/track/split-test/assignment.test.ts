/** The draw of the variant is fair, sticky and independent between tests (C-11). */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { seededRandom } from '@firsttouch/infra/platform/seeded-random'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { runKey, variantKey } from './choices.ts'
import { variantScript } from './variant-script.ts'

const DRAWS = 1_000_000

type Shares = [variant: string, share: number][]
const sharesOf = (...shares: number[]): Shares => shares.map((share, i) => [`arm${i}`, share])
const experiment = (name: string, shares: Shares): Experiment => ({
  name,
  title: name,
  path: '/',
  initially: 'running',
  variants: shares.map(([variant, weight]) => ({ name: variant, label: '', weight })),
})

/** Returns the page's script as a function with injected browser APIs, fast enough for a million calls. */
const drawer = (served: Record<string, { run: string; shares: Shares }>) => {
  const tests = Object.entries(served).map(([name, { shares }]) => experiment(name, shares))
  const run = new Function('document', 'navigator', 'localStorage', 'Math', 'JSON', variantScript(tests))
  // Skips parsing, which is not under test.
  const once = { parse: (): ServedShares => served }
  return (stored: Record<string, string>, random: () => number): Record<string, string> => {
    const dataset: Record<string, string> = {}
    const localStorage = { getItem: (key: string) => stored[key] ?? null }
    const document = { documentElement: { dataset }, getElementById: () => ({ textContent: '' }) }
    run(document, {}, localStorage, { random }, once)
    return dataset
  }
}

/** The 0.999 quantiles of chi-square with 1 to 4 degrees of freedom. */
const QUANTILES = [10.828, 13.816, 16.266, 18.467]

test.each([
  [[50, 50]],
  [[90, 10]],
  [[100 / 3, 100 / 3, 100 / 3]],
  [[98, 1, 1]],
  [[40, 30, 20, 10]],
  [[20, 20, 20, 20, 20]],
  [[0.5, 12.25, 37.25, 25, 25]],
])('a million draws match the shares %j (chi-square, p > 0.001)', shares => {
  const draw = drawer({ fair: { run: '', shares: sharesOf(...shares) } })
  const random = seededRandom(11)
  const seen = new Map<string, number>()
  for (let i = 0; i < DRAWS; i++) {
    const variant = draw({}, random).fair ?? ''
    seen.set(variant, (seen.get(variant) ?? 0) + 1)
  }
  expect(seen.size).toBe(shares.length)
  const chi2 = sharesOf(...shares).reduce((sum, [variant, share]) => {
    const expected = (DRAWS * share) / 100
    return sum + ((seen.get(variant) ?? 0) - expected) ** 2 / expected
  }, 0)
  expect(chi2).toBeLessThan(QUANTILES[shares.length - 2] ?? 0)
})

test('a visitor keeps the variant during a run and draws again in the next', () => {
  const shares = sharesOf(40, 30, 30)
  const draw = drawer({ sticky: { run: 'b', shares } })
  for (const [kept] of shares)
    for (const r of [0, 0.39, 0.41, 0.999]) {
      const saved = (run: string) => ({ [variantKey('sticky')]: kept, [runKey('sticky')]: run })
      expect(draw(saved('b'), () => r).sticky).toBe(kept)
      expect(draw(saved('a'), () => r)).toEqual(draw({}, () => r))
    }
})

test('two tests divide the same visitors independently: phi of every two variants below 0.005', () => {
  const random = seededRandom(7)
  const draw = drawer({
    one: { run: '', shares: sharesOf(50, 50) },
    two: { run: 'a', shares: sharesOf(20, 30, 50) },
  })
  const cells = new Map<string, number>()
  const add = (cell: string) => cells.set(cell, (cells.get(cell) ?? 0) + 1)
  for (let i = 0; i < DRAWS; i++) {
    const { one, two } = draw({}, random)
    for (const cell of [`${one}`, `-${two}`, `${one}${two}`]) add(cell)
  }
  const count = (cell: string) => cells.get(cell) ?? 0
  for (const one of ['arm0', 'arm1'])
    for (const two of ['arm0', 'arm1', 'arm2']) {
      const [a, b, both] = [count(one) / DRAWS, count(`-${two}`) / DRAWS, count(one + two) / DRAWS]
      expect(Math.abs((both - a * b) / Math.sqrt(a * (1 - a) * b * (1 - b)))).toBeLessThan(0.005)
    }
})
