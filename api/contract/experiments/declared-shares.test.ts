import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { declaredShares, sharesOf } from './declared-shares.ts'
import { servedShares } from './life.ts'

const three: Experiment = {
  name: 'three',
  title: 'Three',
  path: '/',
  initially: 'running',
  variants: ['a', 'b', 'c'].map((name, at) => ({ name, label: name, weight: at + 1 })),
}

test('a declared running test is split by its weights, and a planned one shows its control', () => {
  const planned: Experiment = { ...three, name: 'planned', initially: 'planned' }
  expect(declaredShares([{ ...three, variants: three.variants.slice(0, 1) }, planned])).toEqual({
    three: { run: '', shares: [['a', 100]] },
    planned: { shown: 'a' },
  })
})

test('weights become percentages', () => {
  const shares = Object.values(sharesOf(three))
  expect(shares.map(share => Math.round(share * 100) / 100)).toEqual([16.67, 33.33, 50])
})

test('every declared test can be served, with two to five variants of different names', () => {
  expect(servedShares.parse(declaredShares())).toEqual(declaredShares())
  for (const { name, variants } of EXPERIMENTS) {
    const names = variants.map(variant => variant.name)
    expect(new Set(names).size, name).toBe(names.length)
    expect(names.length, name).toBeGreaterThanOrEqual(2)
    expect(names.length, name).toBeLessThanOrEqual(5)
  }
  expect(new Set(EXPERIMENTS.map(({ name }) => name)).size).toBe(EXPERIMENTS.length)
})
