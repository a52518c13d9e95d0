import { afterEach, expect, test, vi } from 'vitest'
import { interrupt } from '../../data/interruptions.ts'
import { isFlagged } from '../../data/logged-in-flag.ts'
import { found, shown } from '../../testing/shown.tsx'
import { LoginForm } from './login-form.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { Setup } from './setup.tsx'

afterEach(() => interrupt({ hasEnded: false, refused: null }))

test('no dialog covers the page while the session holds', () => {
  expect(shown(<SessionDialog />)).toEqual([])
  expect(shown(<PasswordDialog />)).toEqual([])
})

test('an expired session asks for the login over the typed text', () => {
  interrupt({ hasEnded: true })
  expect(shown(<SessionDialog />)).toEqual([
    'Please log in again',
    'Your session has ended. Your unsaved input is still on the page: log in, then save again.',
    '[Close]',
  ])
  expect(shown(<PasswordDialog />)).toEqual([])
})

test('a refused change asks for the password', () => {
  interrupt({ refused: () => undefined })
  expect(shown(<PasswordDialog />)).toEqual([
    'Your password, please',
    'You logged in a while ago, and this action needs your password again. It then continues by itself.',
    'Password []',
    '[Continue]',
    '[Close]',
  ])
  expect(shown(<SessionDialog />)).toEqual([])
})

test('a login starts with its two fields', () => {
  expect(shown(<LoginForm onLogin={() => undefined} />)).toEqual(['Username []', 'Password []', '[Login]'])
})

test('the browser’s login flag is true only for the word true', () => {
  const flagged = (isAuthenticated: string) => found(isFlagged, { stored: { isAuthenticated } })
  expect([flagged('true'), flagged('false'), found(isFlagged)]).toEqual([true, false, false])
})

test('an account with a required first step sees that step only', () => {
  expect(shown(<Setup step="password" onDone={() => undefined} />)).toEqual([
    'Choose your password',
    'You logged in with a generated password. It works only until you choose your own.',
    'Current password []',
    'New password []',
    'At least 8 characters; 15 or more are better, such as four random words.',
    '[Change the password]',
    '[Log out]',
  ])
  const accountFactors = { required: true, totp: false, recoveryCodesLeft: 0, passkeys: [] }
  const lines = shown(<Setup step="factor" onDone={() => undefined} />, { answers: { accountFactors } })
  expect(lines[0]).toBe('Add a second factor')
  expect(lines.slice(-2)).toEqual(['[Add an authenticator app]', '[Log out]'])
})

test('passkeys are offered at the login where the browser has them', () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  expect(shown(<LoginForm onLogin={() => undefined} />).at(-1)).toContain('[Log in with a passkey]')
  vi.unstubAllGlobals()
})
