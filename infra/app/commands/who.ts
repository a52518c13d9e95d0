/** Finds the person that an operator named for `erase` or `export-person`, and lists their records. */
import { normalForms } from '@firsttouch/api/contract/fields/normal-forms'
import { type FoundRecord, findRecords, type Subject } from '@firsttouch/api/inbox/erasure'
import { normaliseRecords } from '@firsttouch/api/inbox/normalise-records'
import { UsageError } from '../../platform/run-command.ts'
import type { Sql } from '../../stores/postgres.ts'

export const WHO_OPTIONS = {
  email: { type: 'string' },
  phone: { type: 'string' },
  lead: { type: 'string' },
  session: { type: 'string' },
} as const
export type Who = { [name in keyof typeof WHO_OPTIONS]?: string }

export const NOBODY_STATUS = 3
export const nobody = (who: Who): string =>
  `No record names ${Object.values(who).join()}; check the spelling, or find the record's id on its page and use --lead.`

const WHAT = {
  email: 'e-mail address',
  phone: 'telephone number',
  lead: 'id of a record',
  session: 'session',
}

/** Throws a UsageError unless the options name exactly one person. */
export const subjectOf = (who: Who, country: string): Subject => {
  const [[by, typed] = [undefined, ''], ...more] = Object.entries(who) as [keyof Who, string][]
  if (!by || !typed || more.length > 0)
    throw new UsageError('Say who: one of --email, --phone, --lead and --session.')
  const { email_key, phone_key } = normalForms({ email: typed, phone: typed, others: [] }, country)
  const [lead] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(typed) ?? []
  const email = /.@./.test(email_key) && email_key
  const value = { email, phone: phone_key, lead, session: typed.trim() }[by]
  if (!value) throw new UsageError(`"${typed}" is no ${WHAT[by]}.`)
  return { [by]: value } as unknown as Subject
}

/** `spellings` are the texts that must be gone after an erasure, as stored and in normal form. */
export const findPerson = async (sql: Sql, subject: Subject, country: string) => {
  await normaliseRecords(sql, country)
  const records = await findRecords(sql, subject)
  const isSession = 'session' in subject
  const sessions = isSession ? [subject.session] : records.map(({ session }) => session)
  const spellings = records.flatMap(({ email, emailKey, phone, phoneKey }) =>
    'phone' in subject ? [phone, phoneKey] : [email, emailKey],
  )
  const distinct = (texts: string[]) => [...new Set(texts)].filter(Boolean)
  return { records, sessions: distinct(sessions), spellings: distinct(isSession ? sessions : spellings) }
}

export const listOf = (records: readonly FoundRecord[], sessions: readonly string[]): string => {
  const leads = records.filter(({ table }) => table === 'leads').length
  const lines = records.map(
    ({ table, createdAt, name, email, phone, id }) =>
      `  ${table} ${createdAt.toISOString().slice(0, 10)}  ${[name, email, phone, id].filter(Boolean).join('  ')}`,
  )
  const counts = `${leads} leads, ${records.length - leads} onboarding records, ${sessions.length} sessions`
  return [`Found: ${counts}.`, ...lines].join('\n')
}
