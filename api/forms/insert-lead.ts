import type { ISql } from 'postgres'
import type { Lead } from '../contract/leads.ts'
import { replyDue } from './reply-due.ts'
import type { Submission } from './submit.ts'

type Sent = Pick<Lead, 'name' | 'email' | 'phone' | 'business' | 'message' | 'source'>

export const insertLead = async (sql: ISql, lead: Sent, submission: Submission): Promise<void> => {
  const { id, sessionId, firstTouch, variant, spamReason, now } = submission
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, variant, spam_reason,
      reply_due_at, created_at, updated_at)
    VALUES (${id}, ${lead.name}, ${lead.email}, ${lead.phone}, ${lead.business}, ${lead.message}, ${lead.source},
      ${sessionId}, ${sql.json(firstTouch)}, ${variant}, ${spamReason},
      ${replyDue(lead.source, now)}, ${now}, ${now})`
}
