import { expect, test, vi } from 'vitest'
import { working } from '../../testing/writing.ts'
import { logout } from './logout.ts'
import { useLogin } from './use-login.ts'

const login = (server: Parameters<typeof working>[1]) => {
  return working(() => useLogin({ username: 'ada', onLogin: () => undefined }), server)
}

test('an empty password is told beside its field, and not sent', async () => {
  const { hook, sent } = login({})
  await hook.submit()
  expect(sent).toEqual([])
})

test('logging out ends the session here and there, and leaves for the public page', async () => {
  for (const [status, words] of [
    [204, ''],
    // Without a session there is nothing left to end.
    [401, ''],
    [
      503,
      'Logged out in this browser only: The server could not be reached; the session there ends by itself.',
    ],
  ] as const) {
    const { sent, told, kept } = working(() => undefined, { status: status === 204 ? 200 : status })
    const left: string[] = []
    kept.isAuthenticated = 'true'
    vi.stubGlobal('location', { assign: (path: string) => left.push(path) })
    await logout()
    expect([sent, told(), kept, left]).toEqual([['POST /api/admin/logout {}'], words, {}, ['/']])
  }
})
