/**
 * Erased sessions. The log cannot forget, so whatever is read from it goes through here: an erased session's events
 * count as before, under an alias that leads to nobody, without anything that tells about the visitor.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import type { ISql } from 'postgres'
import { standInOf } from '../pipeline/agent.ts'
import { sessionMinuteOf } from '../pipeline/rows.ts'

/** By the SHA-256 of the session, in hex. */
export type Aliases = Map<string, string>
export type Forget = (envelope: LogEnvelope) => LogEnvelope

export const sessionHash = (session: string): string => createHash('sha256').update(session).digest('hex')

/** Random, and of the same minute as the session: the buckets in which it counts stay the same. */
export const aliasFor = (session: string): string => {
  const minute = sessionMinuteOf(session)
  const timed = `utm_${minute * 1000}_erased${randomBytes(9).toString('hex')}`
  if (sessionMinuteOf(timed) === minute) return timed
  // Without a time inside, the minute is one of 100,000 by the text: a moment of trying finds one.
  for (;;) {
    const alias = `erased_${randomBytes(9).toString('hex')}`
    if (sessionMinuteOf(alias) === minute) return alias
  }
}

/** An entry holds events of one session: what they share about the sender goes with it. */
export const forgetting =
  (aliases: Aliases): Forget =>
  envelope => {
    const aliasOf = (event: LoggedEvent) => aliases.get(sessionHash(event.sessionId))
    if (aliases.size === 0 || !envelope.events.some(aliasOf)) return envelope
    return {
      ...withoutSender(envelope),
      events: envelope.events.map(event => {
        const alias = aliasOf(event)
        return alias === undefined ? event : forgotten(event, alias)
      }),
    }
  }

/** What is more than the count of a visit goes: the network, where from and where to, and of the browser all but its class. */
export const withoutSender = (envelope: LogEnvelope): LogEnvelope => ({
  ...envelope,
  userAgent: standInOf(envelope.userAgent),
  network: '',
})

export const withoutPages = (event: LoggedEvent): LoggedEvent => {
  if (event.type === 'visit') return { ...event, referrer: '', pagePath: '' }
  return event.type === 'conversion' ? { ...event, pagePath: '' } : event
}

const forgotten = (event: LoggedEvent, alias: string): LoggedEvent => {
  const bare = { ...withoutPages(event), sessionId: alias }
  if (bare.type === 'ab_test') return { ...bare, properties: {} }
  // Without its session, what became of a form is nobody's.
  if ('version' in bare) return bare
  const utm = { ...bare.utm, utm_content: '', utm_term: '' }
  return bare.type === 'visit' ? { ...bare, utm } : { ...bare, utm, properties: {} }
}

/** Keeps the aliases at hand; to be asked inside each round, so that no erasure comes between asking and writing. */
export const openAliases = () => {
  const aliases: Aliases = new Map()
  let seen = 0
  return async (sql: ISql): Promise<Aliases> => {
    const rows = await sql<{ seq: string; session_hash: string; alias: string }[]>`
      SELECT seq, session_hash, alias FROM erased_sessions WHERE seq > ${seen} ORDER BY seq`
    for (const row of rows) {
      aliases.set(row.session_hash, row.alias)
      seen = Number(row.seq)
    }
    return aliases
  }
}
