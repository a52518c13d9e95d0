import { afterEach, expect, test, vi } from 'vitest'
import { landingVariant, trackArrival } from './landing.ts'
import type { Tracker } from './tracker.ts'

afterEach(() => vi.unstubAllGlobals())

const showing = (dataset: Record<string, string>) => {
  vi.stubGlobal('document', { documentElement: { dataset } })
  const told: string[][] = []
  const note =
    (name: string) =>
    (...values: string[]) =>
      told.push([name, ...values])
  return { told, tracker: { visit: note('visit'), expose: note('expose') } as unknown as Tracker }
}

test('the root shows what was drawn before the first paint, and without a draw the control', () => {
  showing({ landingPage: 'v2' })
  expect(landingVariant()).toBe('v2')
  showing({})
  expect(landingVariant()).toBe('control')
})

test('the root exposes to its variant, a page of its own exposes nobody', () => {
  const { told, tracker } = showing({ landingPage: 'v2' })
  trackArrival(tracker, '/')
  trackArrival(tracker, '/v2')
  expect(told).toEqual([
    ['visit', '/'],
    ['expose', 'landingPage', 'v2'],
    ['visit', '/v2'],
  ])
})
