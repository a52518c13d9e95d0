import { UsageError } from '@firsttouch/infra/platform/run-command'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findAccount } from './accounts.ts'
import { verifyPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { run as runHere, runStaff } from './staff-command.ts'

let sql: Sql
let url: string
beforeEach(async () => {
  ;({ sql, url } = await openTestPostgres())
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const NOW = new Date('2026-03-01T12:00:00Z')
const run = (...args: string[]) => runStaff(sql, args, NOW)
const printed = (text: string) => text.trim().split('\n').at(-1)?.trim() ?? ''
const works = async (username: string, password: string) => {
  const account = await findAccount(sql, username)
  if (!account || account.disabledAt) return false
  return (await verifyPassword(password, account.passwordHash)).matches
}

test('add makes an account and prints its password once', async () => {
  expect(await run('list')).toMatch(/^There are no accounts yet/)
  const password = printed(await run('add', 'ada'))
  expect(await works('ada', password)).toBe(true)
  expect(await run('list')).toBe('ada  owner   since 2026-03-01  0 sessions')
})

test('the list has each account with its number of sessions', async () => {
  for (const name of ['cy', 'Ben', 'ada']) await run('add', name)
  const ben = await findAccount(sql, 'ben')
  for (let i = 0; i < 2; i++) await startSession(sql, ben?.id ?? '', new Date())
  expect((await run('list')).split('\n')).toEqual([
    'ada  owner   since 2026-03-01  0 sessions',
    'Ben  owner   since 2026-03-01  2 sessions',
    'cy   owner   since 2026-03-01  0 sessions',
  ])
  await run('disable', 'Ben')
  await run('reset', 'cy')
  expect((await run('list')).match(/disabled/g)).toHaveLength(1)
})

test('a user name that differs only in case is already taken', async () => {
  await run('add', 'ada')
  await expect(run('add', 'ADA')).rejects.toThrow('An account named ADA already exists.')
})

test('disable prevents logins until reset, which prints a new password and ends the sessions', async () => {
  await runStaff(sql, ['add', 'zoe'], NOW)
  const first = printed(await run('add', 'ada'))
  const account = await findAccount(sql, 'ada')
  await startSession(sql, account?.id ?? '', new Date())
  expect(await run('list')).toMatch(/^ada .* 1 session$/m)
  const renewed = await run('reset', 'ada')
  expect(renewed).not.toContain('was disabled')
  const second = printed(renewed)
  expect([await works('ada', first), await works('ada', second)]).toEqual([false, true])
  expect(await run('list')).toMatch(/^ada .* 0 sessions$/m)
  await run('disable', 'ada')
  expect(await works('ada', second)).toBe(false)
  expect(await run('list')).toMatch(/^ada .* disabled$/m)
  const enabled = await run('reset', 'ada')
  expect(enabled).toMatch(/^ada was disabled and can log in again\./)
  expect(await works('ada', printed(enabled))).toBe(true)
})

test.each([[], ['add'], ['add', 'two', 'names'], ['remove', 'ada'], ['list', 'ada']])(
  'invalid arguments print the usage: %j %j %j',
  async (...args: string[]) => {
    await expect(run(...args)).rejects.toThrow(UsageError)
  },
)

test('an account is an owner unless --role is given, and role changes it', async () => {
  await run('add', 'ada')
  await runStaff(sql, ['add', 'vera'], NOW, 'viewer')
  expect(await run('list')).toMatch(/^ada {3}owner .*\nvera {2}viewer /)
  await runStaff(sql, ['role', 'vera'], NOW, 'owner')
  await runStaff(sql, ['role', 'ada'], NOW, 'staff')
  expect(await run('list')).toMatch(/^ada {3}staff .*\nvera {2}owner /)
})

test.each([
  [['add', 'ada'], 'admin'],
  [['disable', 'ada'], 'viewer'],
  [['role', 'ada'], undefined],
] as const)('%j with the role %j prints the usage', async (args, role) => {
  await expect(runStaff(sql, [...args], NOW, role)).rejects.toThrow(UsageError)
})

test('the last owner can be neither disabled nor lowered', async () => {
  await run('add', 'ada')
  await runStaff(sql, ['add', 'vera'], NOW, 'viewer')
  await expect(run('disable', 'ada')).rejects.toThrow('This is the last owner who can log in.')
  await expect(runStaff(sql, ['role', 'ada'], NOW, 'staff')).rejects.toThrow(
    'This is the last owner who can log in.',
  )
})

test('an unknown person cannot be reset or disabled, and a name has no spaces', async () => {
  await expect(run('reset', 'bob')).rejects.toThrow('There is no account named bob.')
  await expect(run('disable', 'bob')).rejects.toThrow('There is no account named bob.')
  await expect(run('add', 'ada lovelace')).rejects.toThrow('A user name cannot contain spaces')
})

test('the command works on the environment’s database, and prints what it did', async () => {
  vi.stubEnv('DATABASE_URL', url)
  const print = vi.spyOn(console, 'log').mockReturnValue()
  await runHere({ role: 'viewer' }, ['add', 'ada'])
  expect(await works('ada', printed(String(print.mock.lastCall)))).toBe(true)
  await runHere({}, ['list'])
  expect(print.mock.lastCall).toEqual([
    expect.stringMatching(/^ada {2}viewer {2}since [-0-9]{10} {2}0 sessions$/),
  ])
})
