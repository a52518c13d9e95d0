import { expect, test, vi } from 'vitest'
import { working } from '../../testing/writing.ts'
import { useLogin } from './login-form.tsx'
import { logout } from './logout.ts'

const login = async (password: string, server: Parameters<typeof working>[1] = {}) => {
  let entered = 0
  const made = working(() => useLogin({ username: 'ada', onLogin: () => (entered += 1) }), server)
  await made.hook.form
    .register('password')
    .onChange({ type: 'change', target: { name: 'password', value: password } })
  await made.hook.submit()
  return { ...made, entered: () => entered }
}

test('the right password opens the dashboard and sets the login flag', async () => {
  const { sent, told, kept, entered } = await login('four words')
  await expect.poll(told).toBe('Login successful: Welcome to the admin dashboard')
  expect(sent).toEqual(['POST /api/admin/login {"username":"ada","password":"four words"}'])
  expect([kept, entered()]).toEqual([{ isAuthenticated: 'true' }, 1])
})

test('a wrong password and a server failure show different messages', async () => {
  const wrong = await login('x', { status: 401 })
  await expect.poll(wrong.told).toBe('Login failed: Invalid username or password')
  expect([wrong.kept, wrong.entered()]).toEqual([{}, 0])
  const failed = await login('x', { status: 503, answer: { detail: 'The store does not answer.' } })
  await expect.poll(failed.told).toBe('Login failed: The store does not answer.')
})

test('a login that needs a second factor shows no error and does not open the dashboard', async () => {
  for (const code of ['totp_required', 'passkey_required']) {
    const { told, kept, entered } = await login('four words', {
      status: 401,
      answer: { code, detail: 'More.' },
    })
    await new Promise(setImmediate)
    expect([told(), kept, entered()]).toEqual(['', {}, 0])
  }
  const refused = await login('four words', {
    status: 401,
    answer: { code: 'code_refused', detail: 'Wrong.' },
  })
  await expect.poll(refused.told).toBe('Login failed: Wrong.')
})

test('an empty password is not sent', async () => {
  const { sent } = await login('')
  expect(sent).toEqual([])
})

const HERE_ALONE =
  'Logged out in this browser only: The server could not be reached. The session on the server will expire by itself.'

test.each([
  [200, ''],
  // Without a session, logging out succeeds.
  [401, ''],
  [503, HERE_ALONE],
])('logging out clears the login and opens the public page, even after status %i', async (status, words) => {
  const { sent, told, kept } = working(() => undefined, { status })
  const left: string[] = []
  kept.isAuthenticated = 'true'
  vi.stubGlobal('location', { assign: (path: string) => left.push(path) })
  const clear = vi.fn()
  vi.stubGlobal('sessionStorage', { clear })
  await logout()
  expect([sent, told(), kept, left]).toEqual([['POST /api/admin/logout {}'], words, {}, ['/']])
  // Logging out also clears drafts.
  expect(clear).toHaveBeenCalledOnce()
})
