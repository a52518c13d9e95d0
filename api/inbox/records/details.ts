import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { Sql } from 'postgres'
import type { Change, Note } from '../../contract/inbox.ts'
import type { LeadDetails } from '../../contract/leads.ts'
import type { SubmissionDetails } from '../../contract/onboarding.ts'
import { samePersonAs } from './filter.ts'
import { type Kind, LEADS, SUBMISSIONS } from './kind.ts'
import { LEAD_LIST } from './leads.ts'
import { selectBy, selectOne } from './list.ts'
import { SUBMISSION_LIST } from './onboarding.ts'
import { selectChanges, selectNotes } from './staff-marks.ts'

/** Maximum number of the person's other records in the details. The filter `person` lists all of them. */
const OTHERS = 20

const marksOf = async (sql: Sql, kind: Kind, id: string): Promise<{ notes: Note[]; changes: Change[] }> => {
  const [notes, changes] = await Promise.all([selectNotes(sql, kind, id), selectChanges(sql, kind, id)])
  return { notes, changes }
}

export const readLeadDetails = async (sql: Sql, id: string): Promise<LeadDetails> => {
  const lead = await selectOne(sql, LEAD_LIST, id)
  // Also matches by session, because a customer may enter other contact data in the onboarding form.
  const onboarded = sql`(${samePersonAs(sql, id, LEADS)} OR ${sameSessionAs(sql, id)})`
  const others = sql`id <> ${id} AND spam_reason = '' AND ${samePersonAs(sql, id, LEADS)}`
  const [trials, onboarding, samePerson, marks] = await Promise.all([
    selectTrials(sql, id),
    selectBy(sql, SUBMISSION_LIST, onboarded, OTHERS),
    selectBy(sql, LEAD_LIST, others, OTHERS),
    marksOf(sql, LEADS, id),
  ])
  return { lead, trials, onboarding, samePerson, ...marks }
}

export const readSubmissionDetails = async (sql: Sql, id: string): Promise<SubmissionDetails> => {
  const submission = await selectOne(sql, SUBMISSION_LIST, id)
  const came = sql`spam_reason = '' AND ${samePersonAs(sql, id, SUBMISSIONS)}`
  const [leads, marks] = await Promise.all([
    selectBy(sql, LEAD_LIST, came, OTHERS),
    marksOf(sql, SUBMISSIONS, id),
  ])
  return { submission, leads, ...marks }
}

const sameSessionAs = (sql: Sql, leadId: string) =>
  sql`session_id <> '' AND session_id = (SELECT session_id FROM leads WHERE id = ${leadId})`

const selectTrials = async (sql: Sql, leadId: string): Promise<LeadDetails['trials']> => sql<
  LeadDetails['trials']
>`
  SELECT lead_id AS "leadId", website, primary_keyword AS "primaryKeyword", target_area AS "targetArea",
    current_ads_account AS "currentAdsAccount", additional_info AS "additionalInfo",
    ${isoTime(sql, 'created_at')} AS "createdAt"
  FROM trial_signups
  WHERE lead_id IN (
    SELECT id FROM leads
    WHERE deleted_at IS NULL AND spam_reason = '' AND (
      ${samePersonAs(sql, leadId, LEADS)}
      OR ${sameSessionAs(sql, leadId)}))
  ORDER BY created_at DESC LIMIT ${OTHERS}`
