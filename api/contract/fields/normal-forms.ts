/** Normalised columns for comparison and search. The tables also store the typed text. */
import { compatible } from '@firsttouch/ingest/text'
import { plain } from './domain-name.ts'
import { normaliseEmail } from './email.ts'
import { fold } from './fold.ts'
import { normalisePhone } from './phone-number.ts'

/** Increment when a rule or the phone number library changes. The API then recomputes all records. */
const RULES = 3
export const rulesOf = (country: string): string => `${RULES} ${country}`

export type Typed = { email: string; phone: string; others: readonly string[] }

export const normalForms = ({ email, phone, others }: Typed, country: string) => {
  const number = normalisePhone(phone, country)
  const email_key = normaliseEmail(email) ?? plain(email).trim().toLowerCase()
  const phone_key = number?.e164.slice(1) ?? ''
  const digits = compatible(phone).replace(/\D/g, '')
  return {
    email_key,
    phone_key,
    phone_extension: number?.extension ?? '',
    search: fold([email, email_key, phone, digits, phone_key, ...others].join('\n')),
    normalised_by: rulesOf(country),
  }
}
