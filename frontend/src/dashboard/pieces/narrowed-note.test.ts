import { expect, test } from 'vitest'
import { narrowedNote } from './narrowed-note.tsx'

test.each([
  ['leads', 'direct_mail', '', 'Only leads whose first touch was source Direct mail.'],
  ['leads', 'google', 'roofs', 'Only leads whose first touch was source Google and campaign roofs.'],
  [
    'campaigns',
    'google',
    '',
    'Only campaigns with source Google, with all their clicks; clicks without a campaign are not narrowed.',
  ],
  [
    'campaigns',
    'google',
    'roofs',
    'Only source Google and campaign roofs, with all their clicks; clicks without a campaign are not narrowed.',
  ],
  [
    'onboarding',
    '',
    'roofs',
    'All submissions are shown: campaign roofs narrows only figures, leads and campaigns.',
  ],
  ['leads', '', '', ''],
] as const)('the note for %s names source %j and campaign %j', (section, source, campaign, note) => {
  expect(narrowedNote(section, source, campaign)).toBe(note)
})
