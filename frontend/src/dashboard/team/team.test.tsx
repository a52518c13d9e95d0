import { expect, test, vi } from 'vitest'
import { ShownOnce, useEnding } from '../pieces/access.tsx'
import { copyText } from '../pieces/copy-text.ts'
import { READ_TOKENS, TEAM } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { working } from '../testing/writing.ts'
import { ReadTokens, TokenForm, tokenEnding } from './read-tokens.tsx'
import { InviteForm, invitationEnding, TeamSection, useMember } from './team.tsx'

const [, ben] = TEAM
const [token] = READ_TOKENS
if (!ben || !token) throw new Error('There is none')

test('the team lists accounts with their role and last login', () => {
  expect(shown(<TeamSection />)).toEqual([
    'Team',
    '2 accounts',
    '[Invite a person, closed]',
    'ada (you) Last login 29 Mar 2026, 09:00 [Role of ada: Viewer, Staff, *Owner*] [Disable ada]',
    'ben Disabled. Not logged in yet [Role of ben: Viewer, *Staff*, Owner] [Enable ben]',
    'Open invitations',
    'vera Viewer, invited by ada. The link works until 30 Mar 2026, 11:00 [Revoke the invitation of vera]',
  ])
})

test('a team without open invitations has no list of them', () => {
  expect(shown(<TeamSection />, { answers: { invitations: [] } }).join()).not.toContain('Open invitations')
})

test('a new link has a copy button, and the toast does not show the link', async () => {
  const once = <ShownOnce what="link" secret="https://example.com/x" onDone={() => undefined} />
  expect(shown(once)).toEqual([
    'Copy the link now: it is shown only once.',
    'https://example.com/x',
    '[Copy] [I have copied it]',
  ])
  const { told } = working(() => undefined)
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } })
  await copyText('https://example.com/x', 'Link', true)
  expect([copied, told()]).toEqual([['https://example.com/x'], 'Link Copied'])
})

test('an invitation is revoked only after an owner’s confirmation', async () => {
  const kept = working(() => useEnding(invitationEnding('vera')), { means: false })
  kept.hook.run()
  expect([kept.asked, kept.sent]).toEqual([
    ['Revoke the invitation of vera? The link stops working. You can invite the person again.'],
    [],
  ])
  const { hook, told, sent } = working(() => useEnding(invitationEnding('vera')))
  hook.run()
  await expect.poll(told).toBe('Revoked: The invitation of vera no longer works.')
  expect(sent).toEqual(['DELETE /api/admin/team/invitations/vera {}'])
})

test('tokens show their scope, their last use and whether they still work', () => {
  expect(shown(<ReadTokens />).slice(0, 5)).toEqual([
    'Read-only tokens for programs',
    '2 tokens',
    '[New token, closed]',
    'Budget sheet Figures, created by ada on 2 Mar 2026, 08:00, last used 29 Mar 2026, 06:00 [Revoke the token Budget sheet]',
    'Old CRM Figures and leads, created by ben on 3 Mar 2026, 08:00, not used yet. It has stopped working: its creator is disabled or no longer an owner [Revoke the token Old CRM]',
  ])
})

test('the forms start with the fewest rights', () => {
  expect(shown(<InviteForm />)).toContain('Role [*Viewer*, Staff, Owner]')
  expect(shown(<TokenForm />)).toContain('Scope [*Figures*, Figures and leads]')
})

test('a role changes at once', async () => {
  const role = working(() => useMember(ben))
  role.hook.setRole('viewer')
  await expect.poll(role.told).toBe('Account changed: ben now has the role viewer.')
  expect(role.sent).toEqual([`PATCH /api/admin/team/${ben.id} {"role":"viewer"}`])
})

test('an account is disabled only after an owner’s confirmation', async () => {
  const kept = working(() => useMember(ben), { means: false })
  kept.hook.setDisabled(true)
  expect([kept.asked, kept.sent]).toEqual([
    ['Disable ben? Every session ends, and the read tokens that ben created stop working.'],
    [],
  ])
  const { hook, told, sent } = working(() => useMember(ben))
  hook.setDisabled(true)
  await expect.poll(told).toBe('Account changed: ben can no longer log in; every session has ended.')
  expect(sent).toEqual([`PATCH /api/admin/team/${ben.id} {"disabled":true}`])
})

test('the last owner cannot be changed, and the server’s message says why', async () => {
  const detail = 'This is the last owner who can log in. Make another account an owner first.'
  const { hook, told } = working(() => useMember(ben), { status: 409, answer: { detail } })
  hook.setRole('staff')
  await expect.poll(told).toBe(`Failed to change the account of ben: ${detail}`)
})

test('a token is revoked only after an owner’s confirmation', async () => {
  const kept = working(() => useEnding(tokenEnding(token)), { means: false })
  kept.hook.run()
  expect([kept.asked, kept.sent]).toEqual([
    ['Revoke the token Budget sheet? Programs that use it stop working.'],
    [],
  ])
  const { hook, told, sent } = working(() => useEnding(tokenEnding(token)))
  hook.run()
  await expect.poll(told).toBe('Revoked: The token Budget sheet no longer works.')
  expect(sent).toEqual([`DELETE /api/admin/read-tokens/${token.id} {}`])
})
