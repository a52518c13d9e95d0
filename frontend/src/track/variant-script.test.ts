import { runInNewContext } from 'node:vm'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { swapScript, variantScript } from './variant-script.ts'

type Options = { saved?: Record<string, string>; random?: number; gpc?: boolean; storage?: boolean }

const marks = ({ saved = {}, random = 0, gpc = false, storage = true }: Options) => {
  const dataset: Record<string, string> = {}
  const writes: string[] = []
  const localStorage = {
    getItem: (key: string) => saved[key] ?? null,
    setItem: (key: string) => writes.push(key),
  }
  runInNewContext(variantScript(LANDING_PAGE), {
    document: { documentElement: { dataset } },
    navigator: { globalPrivacyControl: gpc },
    Math: { random: () => random },
    ...(storage && { localStorage }),
  })
  expect(writes).toEqual([])
  return dataset
}
const drawn = (options: Options) => marks(options).landingPage

test('the control, which stands in the page already, is not hidden until it is put there', () => {
  expect([0, 0.99].map(random => 'swap' in marks({ random }))).toEqual([false, true])
})

test('a kept variant is shown again', () => {
  expect(drawn({ saved: { ab_test_landingPage: 'v2' }, random: 0 })).toBe('v2')
  expect(drawn({ saved: { ab_test_landingPage: 'control' }, random: 0.99 })).toBe('control')
})

test('a new visitor is drawn by the weights', () => {
  expect([0, 0.49, 0.5, 0.99].map(random => drawn({ random }))).toEqual(['control', 'control', 'v2', 'v2'])
})

test('a variant that is not declared is drawn anew', () => {
  expect(drawn({ saved: { ab_test_landingPage: 'v9' }, random: 0.7 })).toBe('v2')
})

test('who may not be counted sees the control', () => {
  expect(drawn({ gpc: true, random: 0.99 })).toBe('control')
  expect(drawn({ saved: { tracking_consent: 'denied' }, random: 0.99 })).toBe('control')
})

test('without storage a variant is drawn all the same', () => {
  expect(drawn({ storage: false, random: 0.99 })).toBe('v2')
})

test.each([
  ['v2', ['content of landingPage-v2']],
  ['control', []],
])(
  'with %s drawn the root is filled with %j, and nothing of the draw stays in the page',
  (variant, filled) => {
    const roots: string[] = []
    const removed: string[] = []
    const dataset: Record<string, string> = { landingPage: variant, swap: '' }
    const elements: Record<string, object> = {
      root: { replaceChildren: (content: string) => roots.push(content) },
      'landingPage-v2': { content: 'content of landingPage-v2' },
    }
    runInNewContext(swapScript(LANDING_PAGE), {
      document: {
        documentElement: { dataset },
        getElementById: (id: string) => elements[id] ?? null,
        querySelectorAll: (name: string) => [{ remove: () => removed.push(name) }],
      },
    })
    expect([roots, removed, dataset]).toEqual([filled, ['template'], { landingPage: variant }])
  },
)
