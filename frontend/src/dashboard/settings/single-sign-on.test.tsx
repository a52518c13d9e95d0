import { OIDC_PROBLEMS } from '@firsttouch/api/contract/oidc-problems'
import { expect, test } from 'vitest'
import { interrupt } from '../data/interruptions.ts'
import { Login } from '../shell/login.tsx'
import { PasswordDialog } from '../shell/session/password-dialog.tsx'
import { shown } from '../testing/shown.tsx'
import { SingleSignOn, SingleSignOnProblem } from './single-sign-on.tsx'

const ON = { answers: { oidc: { available: true } } }

test('the login shows the single sign-on button only with a configured provider', () => {
  expect(shown(<Login />, ON).join()).toContain('[Log in with single sign-on]')
  expect(shown(<Login />).join()).not.toContain('single sign-on')
  expect(shown(<SingleSignOn purpose="login" words="Log in" />, { failed: ['oidc'] })).toEqual([])
})

test.each(Object.entries(OIDC_PROBLEMS))(
  'a login that failed with %s shows the next step',
  (problem, words) => {
    expect(shown(<SingleSignOnProblem />, { at: `/login?sso=${problem}` })).toEqual([words])
  },
)

test('an unknown reason shows the message for an invalid response, and no reason shows nothing', () => {
  expect(shown(<SingleSignOnProblem />, { at: '/login?sso=<b>' })).toEqual([OIDC_PROBLEMS.invalid])
  expect(shown(<SingleSignOnProblem />, { at: '/login' })).toEqual([])
})

test('single sign-on can confirm a dangerous call', () => {
  interrupt({ refused: () => undefined })
  expect(shown(<PasswordDialog />, ON).join()).toContain('log in again with single sign-on')
  interrupt({ refused: null })
})
