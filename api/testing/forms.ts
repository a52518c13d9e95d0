import type { Sql } from 'postgres'
import { cookiesOf, logIn, type TestApi } from './api.ts'

export const CONTACT = {
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello there',
  source: 'contact_form',
}
export const TRIAL = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '07123 456789',
  businessName: 'Engines Ltd',
  website: '',
  primaryKeyword: 'engines',
  targetArea: 'London',
  currentAdsAccount: 'no',
}
export const ONBOARDING = {
  fullName: 'Ada Lovelace',
  businessName: 'Engines Ltd',
  mobileNumber: '07123 456789',
  emailAddress: 'ada@example.com',
  primaryKeyword: 'engines',
  targetArea: 'London',
}

export const postForm = (
  app: TestApi['app'],
  path: 'contact' | 'trial-signup' | 'onboarding',
  body: object,
  headers: Record<string, string> = {},
) => app.inject({ method: 'POST', url: `/api/${path}`, body, headers })

/** Logs in for each request, because tests move the clock beyond the session's lifetime. */
export const readInbox = async (app: TestApi['app'], path: string) =>
  (await app.inject({ url: `/api/admin/${path}`, cookies: cookiesOf(await logIn(app)) })).json()

/** Conversions in the outbox, without events of records. */
export const readOutbox = async (sql: Sql) => {
  const rows = await sql<
    { key: string; value: string }[]
  >`SELECT key, value FROM outbox WHERE record IS NULL ORDER BY id`
  return rows
    .map(({ key, value }) => ({ key, envelope: JSON.parse(value) }))
    .filter(({ envelope }) => envelope.events[0].type === 'conversion')
}
