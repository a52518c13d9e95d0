import { expect, test } from 'vitest'
import { shown } from '../testing/shown.tsx'
import { NarrowedNote } from './narrowed-note.tsx'

test.each([
  ['leads', 'source=direct_mail', ['Only leads with source Direct mail.']],
  ['leads', 'source=google&page=/x', ['Only leads with source Google and page /x.']],
  ['campaigns', 'source=google', ['Only campaigns with source Google.']],
  ['campaigns', 'campaign=roofs&page=/x', ['Only campaigns with campaign roofs. Not filtered by page /x.']],
  ['onboarding', 'campaign=roofs', ['Not filtered by campaign roofs.']],
  ['leads', '', []],
] as const)('%s of %s', (section, search, note) => {
  expect(shown(<NarrowedNote section={section} />, { at: `/admin?${search}` })).toEqual(note)
})
