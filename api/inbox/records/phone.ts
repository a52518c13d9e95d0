/** The normal form of the number, as it is stored beside what was typed. */
import type { ISql } from 'postgres'
import type { StoredNumber } from '../../contract/inbox.ts'

export const keptNumber = (sql: ISql) => sql`phone_key AS "phoneKey", phone_extension AS "phoneExtension"`
export type KeptNumber = { phoneKey: string; phoneExtension: string }

export const withNumber = <Row extends KeptNumber>({ phoneKey, phoneExtension, ...row }: Row) => {
  const phoneNumber: StoredNumber = phoneKey ? { e164: `+${phoneKey}`, extension: phoneExtension } : null
  return { ...row, phoneNumber }
}
