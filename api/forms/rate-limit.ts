/** PostgreSQL stores the counts, so the rate limit applies to all processes together. */

import { createHmac } from 'node:crypto'
import { retryLater } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import { DAY_MS, MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { ISql } from 'postgres'

const MINUTES_A_DAY = 6

/** Throws HttpError 429 if the network has reached a limit. `perMinute: 0` disables the limits. */
export const countSubmission = async (
  sql: ISql,
  { ip, secret, perMinute, now }: { ip: string; secret: Buffer; perMinute: number; now: Date },
): Promise<void> => {
  if (perMinute === 0) return
  // Stores a keyed hash, because addresses must not be stored.
  const subject = createHmac('sha256', secret)
    .update(`network:${networkKey(ip)}`)
    .digest('base64url')
  await count(sql, { subject, period: 'minute', length: MINUTE_MS, most: perMinute, now })
  await count(sql, { subject, period: 'day', length: DAY_MS, most: perMinute * MINUTES_A_DAY, now })
}

type Window = { subject: string; period: string; length: number; most: number; now: Date }

const count = async (sql: ISql, { subject, period, length, most, now }: Window): Promise<void> => {
  const startsAt = Math.floor(now.getTime() / length) * length
  const [row] = await sql<{ attempts: number }[]>`
    INSERT INTO form_attempts AS f (subject, period, starts_at, attempts)
    VALUES (${subject}, ${period}, ${new Date(startsAt)}, 1)
    ON CONFLICT (subject, period, starts_at) DO UPDATE SET attempts = f.attempts + 1
    RETURNING attempts`
  if ((row?.attempts ?? 0) <= most) return
  const seconds = Math.ceil((startsAt + length - now.getTime()) / 1000)
  const detail =
    period === 'minute'
      ? 'Too many forms were sent from your network. Please wait a minute and try again.'
      : 'Too many forms were sent from your network today. Please contact us by phone or WhatsApp.'
  throw retryLater(429, detail, seconds)
}
