import { expect, test } from 'vitest'
import { replyDue } from './reply-due.ts'

test.each([
  ['while the team is there', '2026-03-02T10:15:00Z', '2026-03-02T12:15:00Z'],
  ['up to its last minute', '2026-03-02T17:00:00Z', '2026-03-02T19:00:00Z'],
  ['over night', '2026-03-02T18:30:00Z', '2026-03-03T10:30:00Z'],
  ['before it comes', '2026-03-02T03:00:00Z', '2026-03-02T11:00:00Z'],
  ['over a Sunday', '2026-02-28T18:00:00Z', '2026-03-02T10:00:00Z'],
  ['on a Sunday', '2026-03-01T12:00:00Z', '2026-03-02T11:00:00Z'],
])('a trial is due within two office hours: %s', (_when, at, due) => {
  expect(replyDue('trial_signup_page', new Date(at)).toISOString()).toBe(new Date(due).toISOString())
})

test.each(['contact_form', 'promotional_popup'])('%s is due in a day', source => {
  expect(replyDue(source, new Date('2026-02-28T18:00:00Z')).toISOString()).toBe('2026-03-01T18:00:00.000Z')
})
