import { readEnv } from '@firsttouch/infra/platform/env'
import { runCommand, UsageError } from '@firsttouch/infra/platform/run-command'
import { withPostgresFromEnv } from '@firsttouch/infra/stores/postgres-from-env'
import type { Sql } from 'postgres'
import { ROLES } from '../contract/roles.ts'
import {
  changeAccount,
  createAccount,
  forgetFactors,
  getAccount,
  listAccounts,
  resetPassword,
} from './accounts.ts'
import { audit } from './audit.ts'
import { generatePassword } from './passwords.ts'

const USAGE = `npm run staff -- add NAME       a new owner with a generated password; --role viewer or --role staff for less
npm run staff -- role NAME --role ROLE   changes the role of an account to viewer, staff or owner
npm run staff -- reset NAME     a new password; ends every session, and lets a disabled account in again
npm run staff -- forget-factors NAME   removes passkeys, authenticator app and recovery codes of who lost them; ends every session
npm run staff -- disable NAME   ends every session and lets nobody in
npm run staff -- list           every account`

export const runStaff = async (sql: Sql, args: string[], now: Date = new Date(), wanted?: string) => {
  const [command, username, ...rest] = args
  if (command === 'list' && username === undefined) return list(sql)
  if (!username || rest.length > 0) throw new UsageError()
  const role = ROLES.find(name => name === wanted)
  if (wanted !== undefined && (!role || !['add', 'role'].includes(command ?? '')))
    throw new UsageError('--role is viewer, staff or owner, and goes with add or role.')
  const password = generatePassword(username)
  const idOf = async () => (await getAccount(sql, username)).id
  const done = (verb: string) =>
    audit(sql, {
      ...{ at: now, actor: 'command line', action: `staff.${verb}` },
      detail: { username, ...(role && { role }) },
    })
  switch (command) {
    case 'add':
      await createAccount(sql, { username, password, ...(role && { role }) }, now, true)
      await done('add')
      return `Created ${username}. The password is shown only once:\n\n  ${password}`
    case 'reset': {
      const { wasDisabled } = await resetPassword(sql, { username, password }, now)
      await done('reset')
      const enabled = wasDisabled ? `${username} was disabled and can log in again.\n` : ''
      return `${enabled}${username} has a new password. Every session has ended. The password is shown only once:\n\n  ${password}`
    }
    case 'forget-factors':
      await forgetFactors(sql, await idOf())
      await done('forget-factors')
      return `${username} no longer has a second factor. All its sessions were ended.`
    case 'disable':
      await changeAccount(sql, await idOf(), { disabled: true }, now)
      await done('disable')
      return `${username} is disabled; every session has ended.`
    case 'role':
      if (!role) throw new UsageError('Say which role: --role viewer, --role staff or --role owner.')
      await changeAccount(sql, await idOf(), { role }, now)
      await done('role')
      return `${username} has the role ${role} from the next call on.`
    default:
      throw new UsageError()
  }
}

const list = async (sql: Sql): Promise<string> => {
  const accounts = await listAccounts(sql)
  if (accounts.length === 0) return 'There are no accounts yet: npm run staff -- add NAME creates one.'
  const width = Math.max(...accounts.map(account => account.username.length))
  return accounts
    .map(({ username, role, disabled, createdAt, sessions }) => {
      const state = disabled ? 'disabled' : sessions === 1 ? '1 session' : `${sessions} sessions`
      return `${username.padEnd(width)}  ${role.padEnd(6)}  since ${createdAt.toISOString().slice(0, 10)}  ${state}`
    })
    .join('\n')
}

const options = { role: { type: 'string' } } as const

export const run = ({ role }: { role?: string | undefined }, words: string[]): Promise<void> =>
  withPostgresFromEnv(readEnv(), async ({ sql }) => console.log(await runStaff(sql, words, new Date(), role)))

if (import.meta.main) await runCommand({ usage: USAGE, options, words: 2, run })
