import { expect, test } from 'vitest'
import { found } from '../testing/shown.tsx'
import { useNarrowed, usePageFilter } from './page-filter.ts'

const BOTH = { at: '/admin?source=direct_mail&campaign=gutters' }

test('the page names its filters', () => {
  expect(found(() => useNarrowed(), BOTH)).toBe('only source Direct mail, campaign gutters')
  expect(found(() => useNarrowed(), { at: '/admin?source=google' })).toBe('only source Google')
  expect(found(() => useNarrowed(), { at: '/admin?channel=AI+assistant&referringSite=chatgpt.com' })).toBe(
    'only channel AI assistant, referring site chatgpt.com',
  )
  expect(found(() => useNarrowed())).toBeNull()
})

test('a lead or campaign is listed if both its source and its campaign match', () => {
  const accepts = (at: string) => {
    const filter = found(usePageFilter, { at })
    return (utm_source: string, utm_campaign = '') => filter.accepts({ utm_source, utm_campaign })
  }
  expect(accepts('/admin')('anything', 'at all')).toBe(true)
  const direct = accepts('/admin?source=direct')
  expect([direct(''), direct('direct'), direct('google')]).toEqual([true, true, false])
  const one = accepts('/admin?source=google&campaign=roofs')
  expect([one('google', 'roofs'), one('google', 'lofts'), one('bing', 'roofs')]).toEqual([true, false, false])
})
