/** Whom `erase` and `export-person` are about, as an operator types or pastes it, and what there is of them. */
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

/** Throws a UsageError for what can name nobody. */
export const subjectOf = (
  { email = '', phone = '', lead = '', session = '' }: Who,
  country: string,
): Subject => {
  if ([email, phone, lead, session].filter(Boolean).length !== 1)
    throw new UsageError('Say who: one of --email, --phone, --lead and --session.')
  const { email_key, phone_key } = normalForms({ email, phone, others: [] }, country)
  if (email && !/.@./.test(email_key)) throw new UsageError(`"${email}" is no e-mail address.`)
  if (phone && !phone_key) throw new UsageError(`"${phone}" is no telephone number.`)
  const [record] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(lead) ?? []
  if (lead && !record) throw new UsageError(`"${lead}" is no id of a record: copy it from its page.`)
  return email
    ? { email: email_key }
    : phone
      ? { phone: phone_key }
      : record
        ? { record }
        : { session: session.trim() }
}

/** `spellings`: as stored and in the normal form, of what the person was found by. */
export const findPerson = async (sql: Sql, subject: Subject, country: string) => {
  await normaliseRecords(sql, country)
  const records = await findRecords(sql, subject)
  const sessions = 'session' in subject ? [subject.session] : records.map(({ session }) => session)
  const spellings = records.flatMap(({ email, emailKey, phone, phoneKey }) =>
    'session' in subject ? [] : 'phone' in subject ? [phone, phoneKey] : [email, emailKey],
  )
  const distinct = (texts: string[]) => [...new Set(texts)].filter(Boolean)
  return {
    records,
    sessions: distinct(sessions),
    spellings: distinct([...spellings, ...('session' in subject ? sessions : [])]),
  }
}

export const listOf = (records: readonly FoundRecord[], sessions: readonly string[]): string => {
  const leads = records.filter(({ table }) => table === 'leads').length
  return [
    `Found: ${leads} leads, ${records.length - leads} onboarding records, ${sessions.length} sessions.`,
    ...records.map(({ table, createdAt, name, email, phone, id }) =>
      [
        `  ${table === 'leads' ? 'lead' : 'onboarding'}`,
        createdAt.toISOString().slice(0, 10),
        name,
        email,
        phone,
        id,
      ].join('  '),
    ),
  ].join('\n')
}
