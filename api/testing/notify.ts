/** Settings and recipients for tests of notifications. */
import type { Sql } from '@firsttouch/infra/stores/postgres'
import { v7 } from 'uuid'
import type { NotifySettings } from '../deps.ts'
import { smtpSettings } from '../notifications/settings.ts'

export const SITE = 'https://www.example.com'

/** Settings with a local mail server and no webhook. */
export const settingsOf = (port: number, more: Partial<NotifySettings> = {}): NotifySettings => ({
  smtp: smtpSettings(`smtp://127.0.0.1:${port}`, 'Firsttouch <leads@shop.example>', SITE),
  webhook: null,
  notifyTo: ['office@staff.example'],
  dashboardUrl: SITE,
  canarySeconds: 60,
  backupWithinHours: 0,
  ...more,
})

export const addChoice = async (
  sql: Sql,
  {
    email,
    kinds,
    at = new Date(0),
    role = 'staff',
  }: { email: string; kinds: string[]; at?: Date; role?: string },
): Promise<string> => {
  const id = v7()
  await sql`
    INSERT INTO staff_accounts (id, username, password_hash, role, created_at, updated_at)
    VALUES (${id}, ${`staff-${id}`}, '', ${role}, now(), now())`
  await sql`
    INSERT INTO notification_choices (account_id, email, kinds, chosen_at) VALUES (${id}, ${email}, ${kinds}, ${at})`
  return id
}
