import { expect, test } from 'vitest'
import { AUDIT } from '../testing/answers/audit.ts'
import { shown } from '../testing/shown.tsx'
import { entryInWords } from '../words/audit-words.ts'
import { Audit, AuditLog } from './audit.tsx'

test('the audit log is fetched only when it is opened', () => {
  expect(shown(<Audit />)).toEqual([
    'Audit log',
    'Logins, changes, exports and denied requests of everyone',
    '[Show audit log, closed]',
  ])
})

test('each entry names time, person, action, count and records', () => {
  const lines = shown(<AuditLog />)
  expect(lines.join('\n')).toContain('Deleted leads (2 leads)')
  expect(lines.join('\n')).toContain('Exported leads (refused with 403)')
  expect(lines.join('\n')).toContain('Logged in (by: single sign-on)')
  expect(lines.join('\n')).toContain('Reset the password of ben')
  expect(lines.join('\n')).toContain('29 Mar 2026, 12:05')
  expect(lines.join('\n')).toContain('203.0.113.0/24')
  expect(lines.at(-1)).toBe('[Refresh] [Older entries]')
})

test('an empty result says so, and the last page offers no older entries', () => {
  const lines = shown(<AuditLog />, { answers: { audit: { entries: [], next: null } } })
  expect(lines).toContain('No changes yet.')
  expect(lines.at(-1)).toBe('[Refresh]')
})

test('a failed read shows its message', () => {
  expect(shown(<AuditLog />, { failed: ['audit'] }).join()).toContain('The audit log could not be loaded.')
})

test('an unknown action is shown by its code', () => {
  const [entry] = AUDIT.entries
  if (!entry) throw new Error('There is no entry')
  expect(entryInWords({ ...entry, action: 'something.new', detail: { call: 'GET /x', status: 429 } })).toBe(
    'something.new (GET /x, refused with 429)',
  )
})
