/** Starts a session after a login and sets the device token, which marks the browser as known at later logins. */
import { networkOf } from '@firsttouch/infra/platform/network'
import Bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ISql } from 'postgres'
import { note } from './audit.ts'
import { markInternal, readCookie, writeCookie } from './cookies.ts'
import { ABSOLUTE_MS, DEVICE_MS, endSession, newToken, startSession, tokenHash } from './sessions.ts'

export type Who = { id: string; username: string }

export const enter = async (
  sql: ISql,
  reply: FastifyReply,
  account: Who,
  now: Date,
  detail: Record<string, string>,
  confirmedAt = now,
): Promise<{ username: string }> => {
  const { request } = reply
  await note(sql, request, 'login.accepted', account.username, now, detail)
  const earlier = readCookie(request, 'sid')
  if (earlier) await endSession(sql, tokenHash(earlier))
  const origin = { browser: browserOf(request), network: networkOf(request.ip), confirmedAt }
  writeCookie(reply, 'sid', await startSession(sql, account.id, now, origin), ABSOLUTE_MS)
  writeCookie(reply, 'device', await rememberDevice(sql, request, account.id, now), DEVICE_MS)
  markInternal(reply, 'login')
  return { username: account.username }
}

/** Name of the client, for example "Chrome on Windows" or "curl". */
export const browserOf = ({ headers }: FastifyRequest): string => {
  const { browser, os } = Bowser.parse(headers['user-agent'] || '-')
  const names = [browser.name, os.name].filter(Boolean).join(' on ')
  return names.slice(0, 60) || 'Unknown browser'
}

/** Returns a new device token for the account and deletes the browser's previous one. */
const rememberDevice = async (sql: ISql, request: FastifyRequest, accountId: string, now: Date) => {
  const earlier = readCookie(request, 'device')
  if (earlier) await sql`DELETE FROM staff_devices WHERE token_hash = ${tokenHash(earlier)}`
  const token = newToken()
  await sql`
    INSERT INTO staff_devices (token_hash, account_id, seen_at) VALUES (${tokenHash(token)}, ${accountId}, ${now})`
  return token
}
