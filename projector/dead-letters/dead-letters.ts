/** Entries that cannot be read or stored are set aside with their bytes, place and reason, and block nobody. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { ISql } from 'postgres'
import { tallyOf } from '../accounting/tally.ts'
import pkg from '../package.json' with { type: 'json' }
import type { Unreadable, UnreadableReason } from '../pipeline/read.ts'
import { currentVersion } from '../pipeline/upcasts.ts'
import { classOf } from './class.ts'

/** `refused`: the store does not take what the entry says. */
export type DeadLetterReason = UnreadableReason | 'refused'

export type DeadLetter = LogRecord & {
  reason: DeadLetterReason
  detail: string
  errorClass: 'permanent' | 'unknown'
}

/** What set the letter aside, for whoever looks at it after the next release. */
export const CODE_VERSION = `${pkg.version}, reads entries up to version ${currentVersion()}`

const DETAIL_LENGTH = 2_000

export const unreadableLetter = (record: LogRecord, { reason, detail }: Unreadable): DeadLetter => ({
  ...record,
  reason,
  detail: storable(detail),
  errorClass: 'permanent',
})

export const letterOf = (record: LogRecord, cause: unknown): DeadLetter => ({
  ...record,
  reason: 'refused',
  detail: storable(cause instanceof Error ? cause.message : String(cause)),
  errorClass: classOf(cause) === 'permanent' ? 'permanent' : 'unknown',
})

/** A message may quote the entry, which may hold what PostgreSQL's text cannot. */
const storable = (text: string): string => text.slice(0, DETAIL_LENGTH).replaceAll('\0', '').toWellFormed()

/** `group` is the consumer's: a rebuild keeps dead letters of its own. A letter saved again only counts its attempts. */
export const saveDeadLetters = async (sql: ISql, group: string, letters: DeadLetter[]): Promise<void> => {
  const rows = letters.map(letter => ({
    consumer_group: group,
    partition: letter.partition,
    offset: letter.offset,
    key: Buffer.from(letter.key),
    value: Buffer.from(letter.value),
    reason: letter.reason,
    detail: letter.detail,
    error_class: letter.errorClass,
    code_version: CODE_VERSION,
    types: sql.json(tallyOf(letter.value).counts),
    appended_at: letter.appendedAt,
  }))
  if (rows.length > 0)
    await sql`
      INSERT INTO dead_letters ${sql(rows)}
      ON CONFLICT (consumer_group, partition, "offset") DO UPDATE SET attempts = dead_letters.attempts + 1`
}
