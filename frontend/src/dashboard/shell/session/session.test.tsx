import { afterEach, expect, test } from 'vitest'
import { interrupt } from '../../data/interruptions.ts'
import { found, shown } from '../../testing/shown.tsx'
import { isFlagged } from './logged-in-flag.ts'
import { LoginForm } from './login-form.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionDialog } from './session-dialog.tsx'

afterEach(() => interrupt({ hasEnded: false, refused: null }))

test('nothing lies over the page while the session holds', () => {
  expect(shown(<SessionDialog username="ada" />)).toEqual([])
  expect(shown(<PasswordDialog />)).toEqual([])
})

test('a session that has ended asks for the login over what was typed', () => {
  interrupt({ hasEnded: true })
  expect(shown(<SessionDialog username="ada" />)).toEqual([
    'Please log in again',
    'Your session has ended. What you were typing is still there underneath; log in, then save again.',
    '[Close]',
  ])
  expect(shown(<PasswordDialog />)).toEqual([])
})

test('a change that was refused asks for the password', () => {
  interrupt({ refused: () => undefined })
  expect(shown(<PasswordDialog />)).toEqual([
    'Your password, please',
    'You logged in a while ago. This needs your password again; then it goes on by itself.',
    '[Close]',
  ])
  expect(shown(<SessionDialog username="ada" />)).toEqual([])
})

test('an empty password is not sent, an empty login is told what is missing', () => {
  expect(shown(<PasswordForm />)).toEqual(['Password []', '[Continue, disabled]'])
  expect(shown(<LoginForm onLogin={() => undefined} />)).toEqual(['Username []', 'Password []', '[Login]'])
})

test('the browser’s note is one word, and nothing else', () => {
  const flagged = (isAuthenticated: string) => found(isFlagged, { stored: { isAuthenticated } })
  expect([flagged('true'), flagged('false'), found(isFlagged)]).toEqual([true, false, false])
})
