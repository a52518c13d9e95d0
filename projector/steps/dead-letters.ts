/** Stores unreadable and rejected entries as dead letters, so that the projector can continue. */
import type { LogRecord, Place } from '@firsttouch/infra/log/log'
import type { Fragment, ISql } from 'postgres'
import { ENTRY_VERSION, UNREADABLE_REASONS, type Unreadable } from '../entries/read.ts'
import { type TypeCounts, tallyOf } from '../entries/tally.ts'
import pkg from '../package.json' with { type: 'json' }
import { failureClass } from './failure-class.ts'

export const DEAD_LETTER_REASONS = [...UNREADABLE_REASONS, 'refused'] as const
type DeadLetterReason = (typeof DEAD_LETTER_REASONS)[number]

export type DeadLetter = LogRecord & {
  reason: DeadLetterReason
  detail: string
  errorClass: 'permanent' | 'unknown'
}

const CODE_VERSION = `${pkg.version}, reads entries up to version ${ENTRY_VERSION}`

const DETAIL_LENGTH = 2_000

export const unreadable = (record: LogRecord, { reason, detail }: Unreadable): DeadLetter => ({
  ...record,
  reason,
  detail: storable(detail),
  errorClass: 'permanent',
})

export const deadLetterOf = (record: LogRecord, cause: unknown): DeadLetter => ({
  ...record,
  reason: 'refused',
  detail: storable(cause instanceof Error ? cause.message : String(cause)),
  errorClass: failureClass(cause) === 'permanent' ? 'permanent' : 'unknown',
})

/** Removes characters that PostgreSQL's text type rejects. Error messages may quote them from the entry. */
const storable = (text: string): string => text.slice(0, DETAIL_LENGTH).replaceAll('\0', '').toWellFormed()

/** Formats a position as PARTITION/OFFSET, which the operator's commands use. */
export const placeOf = ({ partition, offset }: { partition: number; offset: number | string }): string =>
  `${partition}/${offset}`

/** `types` has the number of events by type. It is empty if an earlier commit counted the entry as projected. */
export type SetAside = Place & { types: TypeCounts }
export const isCountedAside = ({ types }: SetAside): boolean => Object.keys(types).length > 0

/** Replaces the bytes of an erased dead letter. Its row stays, because the accounting counts it. */
export const ERASED_ENTRY = '{"v":1,"erased":true}'

/** Erases the content of the dead letters for which the SQL condition `which` holds. Returns their number. */
export const eraseDeadLetters = async (sql: ISql, which: Fragment): Promise<number> => {
  const { count } = await sql`
    UPDATE dead_letters SET key = '', value = ${Buffer.from(ERASED_ENTRY)}, detail = ''
    WHERE value <> ${Buffer.from(ERASED_ENTRY)} AND ${which}`
  return count
}

/** SQL condition for dead letters of erased sessions. An entry's key is its session id. */
export const ofErasedSessions = (sql: ISql): Fragment =>
  sql`encode(sha256(key), 'hex') IN (SELECT session_hash FROM erased_sessions)`

/**
 * If an entry fails again, its reason is updated. Kafka's log still holds entries of erased sessions, so the same
 * transaction erases the content of their dead letters. The detail of an erased dead letter stays erased.
 */
export const saveDeadLetters = async (
  sql: ISql,
  group: string,
  deadLetters: DeadLetter[],
  isFresh: (place: Place) => boolean,
): Promise<void> => {
  const rows = deadLetters.map(one => ({
    consumer_group: group,
    partition: one.partition,
    offset: one.offset,
    key: Buffer.from(one.key),
    value: Buffer.from(one.value),
    reason: one.reason,
    detail: one.detail,
    error_class: one.errorClass,
    code_version: CODE_VERSION,
    types: sql.json(isFresh(one) ? tallyOf(one.value).counts : {}),
    appended_at: one.appendedAt,
  }))
  if (rows.length === 0) return
  await sql`
      INSERT INTO dead_letters ${sql(rows)}
      ON CONFLICT (consumer_group, partition, "offset") DO UPDATE SET attempts = dead_letters.attempts + 1, replayed_at = NULL,
        replay_requested_at = NULL, reason = EXCLUDED.reason, error_class = EXCLUDED.error_class, code_version = EXCLUDED.code_version,
        detail = CASE WHEN dead_letters.value = EXCLUDED.value THEN EXCLUDED.detail ELSE dead_letters.detail END,
        types = CASE WHEN dead_letters.replayed_at IS NULL THEN dead_letters.types ELSE EXCLUDED.types END`
  await eraseDeadLetters(
    sql,
    sql`consumer_group = ${group} AND ${at(sql, deadLetters)} AND ${ofErasedSessions(sql)}`,
  )
}

const at = (sql: ISql, places: Place[]) => sql`(partition, "offset") IN (
  SELECT * FROM unnest(${places.map(({ partition }) => partition)}::integer[], ${places.map(({ offset }) => offset)}::bigint[]))`

const among = (sql: ISql, group: string, places: Place[]) => sql`
  consumer_group = ${group} AND replayed_at IS NULL AND ${at(sql, places)}`
const setAside = (rows: { partition: number; offset: string; types: TypeCounts }[]): SetAside[] =>
  rows.map(row => ({ ...row, offset: Number(row.offset) }))

export const findSetAside = async (sql: ISql, group: string, places: Place[]): Promise<SetAside[]> =>
  places.length === 0
    ? []
    : setAside(
        await sql`SELECT partition, "offset", types FROM dead_letters WHERE ${among(sql, group, places)}`,
      )

/** Marks the dead letters at `places` as replayed. Returns those that were not replayed before. */
export const closeDeadLetters = async (sql: ISql, group: string, places: Place[]): Promise<SetAside[]> =>
  places.length === 0
    ? []
    : setAside(
        await sql`
        UPDATE dead_letters SET replayed_at = now(), replay_requested_at = NULL, attempts = attempts + 1
        WHERE ${among(sql, group, places)} RETURNING partition, "offset", types`,
      )
