/** Throttles guesses of passwords and codes by exponential back-off from 1 s to 15 min. Never locks an account. */
import { createHash } from 'node:crypto'
import { type HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { ISql } from 'postgres'

/** Failed tries before the first wait. A network has more, because many people share it. */
const FREE_TRIES = { account: 5, device: 5, network: 20, code: 5 } as const
const LONGEST_WAIT_S = 900
export const FORGOTTEN_AFTER_MS = DAY_MS

export type Subject = { kind: keyof typeof FREE_TRIES; name: string }

/** Counts the try before it happens, so that concurrent tries count too. Returns the seconds to wait, 0 for none. */
export const claimTry = async (sql: ISql, subject: Subject, now: Date): Promise<number> => {
  const key = keyOf(subject)
  const forgotten = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  const free = FREE_TRIES[subject.kind]
  const [claimed] = await sql`
    INSERT INTO login_failures AS f (subject, failures, last_at, blocked_until)
    VALUES (${key}, 1, ${now}, ${now})
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN f.last_at < ${forgotten} THEN 1 ELSE f.failures + 1 END,
      last_at = ${now},
      blocked_until = CASE WHEN f.last_at < ${forgotten} OR f.failures < ${free} THEN ${now}
        ELSE ${now}::timestamptz + least(power(2, least(f.failures - ${free}, 20)), ${LONGEST_WAIT_S}) * interval '1 second' END
    WHERE f.blocked_until <= ${now}
    RETURNING 1`
  if (claimed) return 0
  const [row] = await sql<{ blocked_until: Date }[]>`
    SELECT blocked_until FROM login_failures WHERE subject = ${key}`
  return Math.max(1, Math.ceil(((row?.blocked_until ?? now).getTime() - now.getTime()) / 1000))
}

/** Returns null if the attempt failed. Throws HttpError 429 while a subject, such as an account, must wait. */
export const throttled = async <Found>(
  sql: ISql,
  subjects: Subject[],
  now: Date,
  what: string,
  attempt: () => Promise<Found | null>,
): Promise<Found | null> => {
  for (const subject of subjects) {
    const wait = await claimTry(sql, subject, now)
    if (wait > 0) throw tooManyTries(what, wait)
  }
  const found = await attempt()
  if (found !== null) await forgive(sql, subjects)
  return found
}

/** Resets the counts after a success. A network's count drops only by one, because others may be guessing there. */
export const forgive = async (sql: ISql, subjects: Subject[]): Promise<void> => {
  for (const subject of subjects)
    if (subject.kind === 'network') {
      await sql`UPDATE login_failures SET failures = failures - 1 WHERE subject = ${keyOf(subject)}`
      await sql`DELETE FROM login_failures WHERE subject = ${keyOf(subject)} AND failures < 1`
    } else await sql`DELETE FROM login_failures WHERE subject = ${keyOf(subject)}`
}

export const tooManyTries = (what: string, seconds: number): HttpError =>
  retryLater(429, `Too many wrong ${what}. Please try again in ${sayTime(seconds)}.`, seconds)

const sayTime = (seconds: number): string =>
  seconds === 1 ? 'a second' : seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

/** Stores a hash, because addresses must not be stored and people type passwords into the user name field. */
const keyOf = ({ kind, name }: Subject): string =>
  `${kind}:${createHash('sha256').update(name).digest('base64url')}`
