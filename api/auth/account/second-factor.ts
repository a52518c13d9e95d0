/** Second step of a password login, for accounts with a second factor. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import type { LoginRequest } from '../../contract/session.ts'
import { note } from '../audit.ts'
import { readFactors, useCode } from './factors.ts'
import { checkPasskey } from './passkeys.ts'

type Account = { id: string; username: string }

/** Returns the factor used, for the audit log. Throws HttpError: 401 with a `code` that names the missing factor, or 429. */
export const demandSecondFactor = async (
  sql: ISql,
  request: FastifyRequest,
  account: Account,
  { code, passkey }: Pick<LoginRequest, 'code' | 'passkey'>,
  now: Date,
): Promise<string> => {
  const { totp, hasAny } = await readFactors(sql, account.id)
  if (!hasAny) return 'password'
  const refuse = async (because: string, detail: string, problem: string): Promise<never> => {
    await note(sql, request, 'login.refused', account.username, now, { because })
    throw Object.assign(new HttpError(401, detail), { code: problem })
  }
  if (passkey) {
    const owner = await checkPasskey(sql, request, passkey, now)
    if (owner?.id === account.id) return 'passkey'
    return refuse(
      'passkey',
      owner ? 'This passkey belongs to another account.' : NO_PASSKEY,
      'passkey_refused',
    )
  }
  if (code === undefined)
    return totp
      ? refuse('no code', 'Enter the code of your authenticator app.', 'totp_required')
      : refuse('no passkey', 'Use your passkey, or enter a recovery code.', 'passkey_required')
  const used = await useCode(sql, account.id, code, now)
  return used ?? refuse('code', WRONG_CODE, 'code_refused')
}

export const NO_PASSKEY = 'This passkey was not accepted. Please try again.'
export const WRONG_CODE =
  'This code is wrong or was used already. Wait for the next one, and check the clock of the device that shows it.'
