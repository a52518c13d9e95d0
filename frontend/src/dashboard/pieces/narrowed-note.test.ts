import { expect, test } from 'vitest'
import { narrowedNote } from './narrowed-note.tsx'

test.each([
  ['leads', 'direct_mail', '', 'Only leads whose first touch was source Direct mail.'],
  ['leads', 'google', 'roofs', 'Only leads whose first touch was source Google and campaign roofs.'],
  [
    'campaigns',
    'google',
    '',
    'Only campaigns with source Google, all clicks counted; clicks that no campaign has are shown whole.',
  ],
  [
    'campaigns',
    'google',
    'roofs',
    'Only source Google and campaign roofs, all clicks counted; clicks that no campaign has are shown whole.',
  ],
  [
    'onboarding',
    '',
    'roofs',
    'All submissions are here: campaign roofs narrows figures, leads and campaigns alone.',
  ],
  ['leads', '', '', ''],
] as const)('%s, source %j, campaign %j', (section, source, campaign, note) => {
  expect(narrowedNote(section, source, campaign)).toBe(note)
})
