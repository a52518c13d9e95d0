/** C-11: the draw of the variant is fair, sticky, and independent between tests. */
import type { Experiment } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { variantKey, variantScript } from './variant-script.ts'

const DRAWS = 1_000_000

const experiment = (name: string, ...weights: number[]): Experiment => ({
  name,
  title: name,
  path: '/',
  initially: 'running',
  variants: weights.map((weight, i) => ({ name: i === 0 ? 'control' : `v${i + 1}`, label: '', weight })),
})

/** The script as a function, with the browser's parts as arguments: it is run a million times. */
const drawer = (of: Experiment) => {
  const run = new Function('document', 'navigator', 'localStorage', 'Math', variantScript(of))
  return (stored: Record<string, string>, random: () => number): string => {
    const dataset: Record<string, string> = {}
    const localStorage = { getItem: (key: string) => stored[key] ?? null }
    run({ documentElement: { dataset } }, {}, localStorage, { random })
    return dataset[of.name] ?? ''
  }
}

/** mulberry32 */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

test.each([[[50, 50]], [[90, 10]], [[1, 1]]])(
  'weights %j are kept: chi-square p > 0.001 over a million visitors',
  weights => {
    const of = experiment('fair', ...weights)
    const draw = drawer(of)
    const random = seeded(11)
    let control = 0
    for (let i = 0; i < DRAWS; i++) if (draw({}, random) === 'control') control++
    const [a = 0, b = 0] = weights
    const expected = (DRAWS * a) / (a + b)
    const chi2 = (control - expected) ** 2 / expected + (control - expected) ** 2 / (DRAWS - expected)
    // The 0.999 quantile of chi-square with one degree of freedom.
    expect(chi2).toBeLessThan(10.828)
  },
)

test('a visitor keeps the variant, whatever would be drawn now', () => {
  const of = experiment('sticky', 50, 50)
  const draw = drawer(of)
  for (const kept of ['control', 'v2'])
    for (const r of [0, 0.49, 0.51, 0.999]) expect(draw({ [variantKey('sticky')]: kept }, () => r)).toBe(kept)
})

test('two tests divide the same visitors independently: phi below 0.005', () => {
  const [one, two] = [drawer(experiment('one', 50, 50)), drawer(experiment('two', 50, 50))]
  const random = seeded(7)
  const cells = [0, 0, 0, 0]
  for (let i = 0; i < DRAWS; i++) {
    const cell = (one({}, random) === 'control' ? 0 : 2) + (two({}, random) === 'control' ? 0 : 1)
    cells[cell] = (cells[cell] ?? 0) + 1
  }
  const [a = 0, b = 0, c = 0, d = 0] = cells
  const phi = (a * d - b * c) / Math.sqrt((a + b) * (c + d) * (a + c) * (b + d))
  expect(Math.abs(phi)).toBeLessThan(0.005)
})
