import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { afterEach, expect, test, vi } from 'vitest'
import { shownVariant } from './shown-variant.ts'

afterEach(() => vi.unstubAllGlobals())

const [control, v2] = LANDING_PAGE.variants

test.each([
  ['the variant drawn before the first paint', { landingPage: 'v2' }, v2],
  ['the control without a draw', {}, control],
  ['the control for an unknown variant', { landingPage: 'v9' }, control],
])('a page shows %s', (_, dataset, variant) => {
  vi.stubGlobal('document', { documentElement: { dataset } })
  expect(shownVariant(LANDING_PAGE)).toBe(variant)
})
