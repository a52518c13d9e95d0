/** Redacts erased sessions. Their events still count, under a random alias and without data about the visitor. */
import { createHash, randomBytes } from 'node:crypto'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import type { ISql } from 'postgres'
import { sessionMinuteOf } from '../entries/rows.ts'
import { type EventRedaction, withoutPages } from './events.ts'
import type { StoreRedaction } from './redact-store.ts'

/** Maps the SHA-256 of an erased session id, in hex, to the session's alias. */
export type Aliases = Map<string, string>

export const sessionHash = (session: string): string => createHash('sha256').update(session).digest('hex')

/** Returns a random alias for a session. The alias has the session's minute, so the events stay in their buckets. */
export const aliasFor = (session: string): string => {
  const minute = sessionMinuteOf(session)
  const timed = `utm_${minute * 1000}_erased${randomBytes(9).toString('hex')}`
  if (sessionMinuteOf(timed) === minute) return timed
  // If a session id has no time, its hash gives it one of 100,000 minutes. Try aliases until one gets the same minute.
  for (;;) {
    const alias = `erased_${randomBytes(9).toString('hex')}`
    if (sessionMinuteOf(alias) === minute) return alias
  }
}

export const redactErased = (aliases: Aliases): EventRedaction => {
  const aliasOf = (session: string) => aliases.get(sessionHash(session))
  return {
    concerns: ({ sessionId }) => aliases.size > 0 && aliasOf(sessionId) !== undefined,
    of: event => erased(event, aliasOf(event.sessionId) ?? event.sessionId),
  }
}

const erased = (event: LoggedEvent, alias: string): LoggedEvent => {
  const bare = { ...withoutPages(event), sessionId: alias }
  if (bare.type === 'ab_test') return { ...bare, properties: {} }
  // Record events and engagement events can identify a person only by the session, which is now an alias.
  if ('version' in bare || bare.type === 'engagement') return bare
  const utm = { ...bare.utm, utm_content: '', utm_term: '' }
  if (bare.type === 'visit') return { ...bare, utm }
  // `formType` comes from the site and not from the visitor, so it stays.
  const { formType } = bare.properties
  return { ...bare, utm, properties: formType === undefined ? {} : { formType } }
}

const HASH = 'lower(hex(SHA256(session)))'
const NAMED = `${HASH} IN {hashes: Array(String)}`
/** Redacts stored rows. Must have the same effect as `redactErased`, which redacts log entries. */
export const erasureOf = (aliases: Aliases): StoreRedaction => ({
  events: NAMED,
  set: `session = transform(${HASH}, {hashes: Array(String)}, {aliases: Array(String)}, session),
    user_agent = '', network = '', referrer = referring_site, page_path = '', utm_content = '', utm_term = '',
    properties = multiIf(type = 'ab_test' OR (type = 'conversion' AND NOT JSONHas(properties, 'formType')), '{}',
      type = 'conversion', concat('{"formType":', JSONExtractRaw(properties, 'formType'), '}'), properties)`,
  tables: () => NAMED,
  parameters: { hashes: [...aliases.keys()], aliases: [...aliases.values()] },
})

export const readAliases = (sql: ISql, after: number) => sql<{ seq: string; hash: string; alias: string }[]>`
  SELECT seq, session_hash AS hash, alias FROM erased_sessions WHERE seq > ${after} ORDER BY seq`
