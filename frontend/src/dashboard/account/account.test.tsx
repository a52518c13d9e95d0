import { afterEach, expect, test, vi } from 'vitest'
import { useEnding } from '../pieces/access.tsx'
import { FACTORS } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { working } from '../testing/writing.ts'
import { Account, useEndSessions } from './account.tsx'
import { APP_ENDING, RecoveryCodes, useFactors } from './factors.tsx'
import { passkeyFailure } from './passkeys.ts'
import { usePasswordChange } from './password-form.tsx'
import { TotpForm } from './totp-form.tsx'

afterEach(() => vi.unstubAllGlobals())
const nothing = () => undefined

test('the account shows its password, second factors and sessions', () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  expect(shown(<Account />)).toEqual([
    'Account',
    'Logged in as ada',
    expect.stringMatching(/^Days and times of every page are in/),
    'Password',
    '[Change password, closed]',
    'Second factor',
    expect.stringMatching(/^A passkey logs you in by your fingerprint/),
    'Passkey, Chrome on Windows added 1 Mar 2026, 08:00, last used 29 Mar 2026, 08:00 [Remove the passkey of Chrome on Windows]',
    'Authenticator app [Remove the authenticator app]',
    '9 recovery codes left',
    '[Add a passkey]',
    'Sessions',
    'Chrome on Windows from 203.0.113.0/24, since 29 Mar 2026, 08:00, last used 29 Mar 2026, 12:59 This browser',
    'Safari on iOS from 2001:db8:1::/48, since 29 Mar 2026, 10:00, last used 29 Mar 2026, 12:45 [End the session of Safari on iOS]',
    '[Log out everywhere]',
  ])
})

test('an account without a second factor offers those that its browser supports', () => {
  const accountFactors = { ...FACTORS, required: true, totp: false, passkeys: [], recoveryCodesLeft: 0 }
  const lines = shown(<Account />, { answers: { accountFactors } })
  expect(lines).toContain('[Add an authenticator app]')
  expect(lines.join(' ')).toContain('All staff need a second factor.')
  expect(lines.join(' ')).not.toContain('Add a passkey')
  expect(lines.join(' ')).not.toContain('recovery codes')
})

test('an authenticator app is scanned or typed, and enabled by its first code', () => {
  const app = { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://totp/Firsttouch:ada?secret=ABCDEFGH' }
  expect(shown(<TotpForm app={app} isWorking={false} onCode={nothing} onCancel={nothing} />)).toEqual([
    'Scan this with your authenticator app, then enter the six digits that it shows.',
    '(QR code for your authenticator app)',
    'If you cannot scan it, enter this key: ABCDEFGH',
    'Code []',
    '[Switch on, disabled] [Cancel]',
  ])
})

test('recovery codes are shown with their purpose', () => {
  expect(shown(<RecoveryCodes codes={['aaaa-bbbb', 'cccc-dddd']} onDone={nothing} />)).toEqual([
    'Copy the list of recovery codes now: it is shown only once.',
    'aaaa-bbbb',
    'cccc-dddd',
    'If you lose your device, enter one of these codes after your password. Each code works once.',
    '[Copy] [I have copied it]',
  ])
})

test('a factor is removed only after a confirmation', async () => {
  const unsure = working(() => useEnding(APP_ENDING), { means: false })
  unsure.hook.run()
  expect([unsure.sent, unsure.asked]).toEqual([
    [],
    [
      'Remove the authenticator app? It can no longer be used to log in to your account. All other sessions end.',
    ],
  ])
  const sure = working(() => useEnding(APP_ENDING))
  sure.hook.run()
  await expect.poll(sure.told).toContain('Removed')
  expect(sure.sent[0]).toBe('DELETE /api/admin/account/factors/totp {}')
})

test('a rejected code shows the server’s message', async () => {
  const { hook, sent, told } = working(() => useFactors(), {
    ...{ status: 400, answer: { detail: 'This code is wrong.' } },
  })
  hook.confirm.mutate('123456')
  await expect.poll(told).toBe('Failed to add the authenticator app: This code is wrong.')
  expect(sent).toEqual(['POST /api/admin/account/totp/confirm {"code":"123456"}'])
})

test('a new password needs both fields and is sent with the current one', async () => {
  const { hook, sent, told } = working(() => usePasswordChange(nothing))
  await hook.submit()
  expect(sent).toEqual([])
  const type = (name: 'current' | 'next', value: string) =>
    hook.form.register(name).onChange({ type: 'change', target: { name, value } })
  await type('current', 'one')
  await type('next', 'two')
  await hook.submit()
  await expect.poll(told).toContain('Password changed')
  expect(sent[0]).toBe('POST /api/admin/account/password {"current":"one","next":"two"}')
})

test('log out everywhere leads to the login', async () => {
  const left: string[] = []
  const { hook, sent } = working(() => useEndSessions())
  vi.stubGlobal('location', { assign: (path: string) => left.push(path) })
  await hook.mutateAsync('all')
  expect([sent[0], left]).toEqual(['DELETE /api/admin/account/sessions {}', ['/login']])
})

test.each([
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['SecurityError', /^Passkeys do not work at an IP address/],
  ['NotAllowedError', 'Your device did not provide a passkey. Please try again.'],
])('a device that answers %s shows a message', (name, words) => {
  expect(passkeyFailure(Object.assign(new Error('x'), { name }))).toMatch(words)
})
