/** What Postgres knows of a lead beside the lead itself. */
import type { Sql } from 'postgres'
import type { LeadDetails } from '../../contract/leads.ts'
import { samePersonAs } from './lead-filter.ts'
import { selectLead, selectLeadsBy } from './leads.ts'
import { selectSubmissionsBy } from './onboarding.ts'
import { noSuch, selectChanges, selectNotes } from './staff-marks.ts'

/** More of one person are as good as never there; the filter by person shows them all. */
const OTHERS = 20

/** Throws a HttpError (404) when there is no such lead. */
export const readLeadDetails = async (sql: Sql, id: string): Promise<LeadDetails> => {
  const lead = await selectLead(sql, id)
  if (!lead) throw noSuch('leads')
  const [trials, onboarding, samePerson, notes, changes] = await Promise.all([
    selectTrials(sql, id),
    selectSubmissionsBy(sql, onboardingOf(sql, id), OTHERS),
    selectLeadsBy(sql, sql`id <> ${id} AND spam_reason = '' AND ${samePersonAs(sql, id)}`, OTHERS),
    selectNotes(sql, 'leads', id),
    selectChanges(sql, 'leads', id),
  ])
  return { lead, trials, onboarding, samePerson, notes, changes }
}

/** By session, address or number: a customer often pays on another device. */
const onboardingOf = (sql: Sql, leadId: string) => sql`
  (session_id <> '' AND session_id = (SELECT session_id FROM leads WHERE id = ${leadId})
    OR lower(email_address) = (SELECT lower(email) FROM leads WHERE id = ${leadId})
    OR phone_key <> '' AND phone_key = (SELECT phone_key FROM leads WHERE id = ${leadId}))`

type Trial = Omit<LeadDetails['trials'][number], 'createdAt'> & { createdAt: Date }

const selectTrials = async (sql: Sql, leadId: string): Promise<LeadDetails['trials']> => {
  const rows = await sql<Trial[]>`
    SELECT lead_id AS "leadId", website, primary_keyword AS "primaryKeyword", target_area AS "targetArea",
      current_ads_account AS "currentAdsAccount", additional_info AS "additionalInfo",
      trial_signups.created_at AS "createdAt"
    FROM trial_signups
    WHERE lead_id IN (
      SELECT id FROM leads
      WHERE deleted_at IS NULL AND spam_reason = '' AND (
        ${samePersonAs(sql, leadId)}
        OR session_id <> '' AND session_id = (SELECT session_id FROM leads WHERE id = ${leadId})))
    ORDER BY trial_signups.created_at DESC LIMIT ${OTHERS}`
  return rows.map(row => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
