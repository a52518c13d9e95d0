import { expect, test } from 'vitest'
import { movedTo } from './old-address.ts'
import { pageAddress } from './page-links.ts'

test.each([
  ['overview', '', '', null],
  ['overview', '', '#leads', null],
  ['overview', '?range=7', '#traffic', '/admin/traffic?range=7#traffic'],
  ['overview', '', '#books', '/admin/settings#accounting'],
  ['settings', '', '#books', '/admin/settings#accounting'],
  ['settings', '', '#accounting', null],
  ['traffic', '', '#traffic', null],
  ['overview', '?lead=a', '', null],
  ['leads', '?lead=a', '', null],
  ['onboarding', '?submission=s&lead=a&source=google', '', '/admin/leads?source=google&lead=a'],
  ['leads', '?lead-search=x', '#traffic', null],
] as const)('%s%s%s', (page, search, hash, address) => {
  expect(movedTo(page, { search, hash })).toBe(address)
})

test('days and filters go along to the next page, and what is of one page alone stays behind', () => {
  const search = '?range=7&source=google&campaign=roofs&lead=a&lead-status=new&compare=Rate'
  expect(pageAddress('campaigns', search)).toBe('/admin/campaigns?range=7&source=google&campaign=roofs')
  expect(pageAddress('overview', '?lead=a')).toBe('/admin')
  expect(pageAddress('leads', '', { 'lead-status': 'new' })).toBe('/admin/leads?lead-status=new')
})
