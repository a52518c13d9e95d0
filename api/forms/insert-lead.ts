import type { ISql } from 'postgres'
import { normalForms } from '../contract/fields/normal-forms.ts'
import type { Lead } from '../contract/leads.ts'
import { replyDue } from './reply-due.ts'
import type { Submission } from './submit.ts'

type Sent = Pick<Lead, 'name' | 'email' | 'phone' | 'business' | 'message' | 'source'>

export const insertLead = async (sql: ISql, lead: Sent, submission: Submission): Promise<void> => {
  const { id, sessionId, firstTouch, variant, spamReason, now, country } = submission
  const { name, email, phone, business, message, source } = lead
  const row = {
    ...{ id, name, email, phone, business, message, source, variant },
    ...normalForms({ email, phone, others: [name, business, message] }, country),
    session_id: sessionId,
    first_touch: sql.json(firstTouch),
    spam_reason: spamReason,
    reply_due_at: replyDue(source, now),
    created_at: now,
    updated_at: now,
  }
  await sql`INSERT INTO leads ${sql(row)}`
}
