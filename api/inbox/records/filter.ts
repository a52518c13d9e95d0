import type { FastifyRequest } from 'fastify'
import type { Fragment, Sql } from 'postgres'
import type { z } from 'zod'
import { sessionOf } from '../../auth/guard.ts'
import { normaliseEmail } from '../../contract/fields/email.ts'
import { fold } from '../../contract/fields/fold.ts'
import { normalisePhone } from '../../contract/fields/phone-number.ts'
import type { filterFields } from '../../contract/inbox.ts'
import type { Deps } from '../../deps.ts'
import { isOfTouch, touchesOf } from '../../read-model/lead-touches.ts'
import { dayIn, periodOf } from '../../read-model/report-days.ts'
import type { TrafficFilter } from '../../read-model/traffic-filter.ts'
import type { Kind } from './kind.ts'

/** `withSessions` sets `sessions` to the sessions that match the filters on channel, site, page and device. */
export type CommonFilter = z.output<z.ZodObject<typeof filterFields>> & { sessions?: string[] }

export type Asker = { accountId: string; now: Date; today: string; timeZone: string; country: string }

export const askerOf = ({ config, now }: Pick<Deps, 'config' | 'now'>, request: FastifyRequest): Asker => ({
  accountId: sessionOf(request).accountId,
  now: now(),
  today: dayIn(config.timeZone, now()),
  timeZone: config.timeZone,
  country: config.country,
})

/** Adds the matching sessions, because only ClickHouse stores channel, site, page and device. */
export const withSessions = async <F extends CommonFilter & TrafficFilter>(
  { readModel, config: { timeZone: zone } }: Pick<Deps, 'readModel' | 'config'>,
  filter: F,
): Promise<F> =>
  isOfTouch(filter)
    ? { ...filter, sessions: [...(await touchesOf({ readModel }, { ...filter, period: null, zone })).keys()] }
    : filter

const WORDS = 8

export const commonConditions = (sql: Sql, filter: CommonFilter, { timeZone, country, now }: Asker) => {
  const { q, spam, deleted, sessions, period } = filter
  const { from, to } = (period && periodOf({ period }, timeZone, now)) || filter
  const conditions = [deleted ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`]
  if (spam !== 'include' && !(deleted && spam === 'exclude'))
    conditions.push(spam === 'only' ? sql`spam_reason <> ''` : sql`spam_reason = ''`)
  if (sessions) conditions.push(sql`session_id = ANY(${sessions})`)
  if (q) conditions.push(found(sql, q, country))
  if (from) conditions.push(sql`created_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`)
  if (to) conditions.push(sql`created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`)
  return conditions
}

export const and = (sql: Sql, [first, ...others]: Fragment[]): Fragment =>
  others.reduce((all, one) => sql`${all} AND ${one}`, first ?? sql`true`)

/**
 * A record matches if it contains every word, or if its phone number contains the typed digits. A complete e-mail
 * address or phone number matches in any spelling.
 */
const found = (sql: Sql, q: string, country: string): Fragment => {
  const words = fold(q)
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, WORDS)
  const digits = /^[\d\s+()./-]{5,}$/.test(q) ? q.replace(/\(0\)/, '').replace(/\D/g, '') : ''
  const part = digits.length < 5 ? '' : digits.replace(/^(00|0)/, '')
  const keys = [part, normalisePhone(q, country)?.e164.slice(1), normaliseEmail(q)].flatMap(key => key || [])
  const ways = keys.map(key => contains(sql, fold(key)))
  const all = words.map(word => contains(sql, word))
  if (all.length > 0) ways.push(and(sql, all))
  return sql`(${ways.reduce((any, way) => sql`${any} OR ${way}`, sql`false`)})`
}

/** For a shorter word, PostgreSQL would scan the whole trigram index, which is slower than scanning the table. */
const TRIGRAM = 3

const contains = (sql: Sql, word: string): Fragment => {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return word.length < TRIGRAM ? sql`(search || '') LIKE ${pattern}` : sql`search LIKE ${pattern}`
}

/** Records with the same e-mail address or phone number, including the record itself. */
export const samePersonAs = (sql: Sql, id: string, as: Kind): Fragment => sql`
  (email_key <> '' AND email_key = (SELECT email_key FROM ${sql(as.table)} WHERE id = ${id})
    OR phone_key <> '' AND phone_key = (SELECT phone_key FROM ${sql(as.table)} WHERE id = ${id}))`
