import { isoTime } from '@firsttouch/infra/stores/iso-time'
import type { ISql } from 'postgres'
import type { OnboardingSubmission, SubmissionFilter, SubmissionOrder } from '../../contract/onboarding.ts'
import { and, commonConditions } from './filter.ts'
import type { Order as Ordering } from './keyset.ts'
import { SUBMISSIONS } from './kind.ts'
import { NEWEST, phoneNumber, planned, type RecordList } from './list.ts'

export const SUBMISSION_LIST: RecordList<OnboardingSubmission> = {
  kind: SUBMISSIONS,
  orders: {
    newest: NEWEST,
    oldest: { by: 'created_at', direction: 'ASC' },
    name: { by: 'lower(full_name)', direction: 'ASC' },
  } satisfies Record<SubmissionOrder, Ordering>,
  where: (sql, filter: SubmissionFilter, asker) => {
    const conditions = commonConditions(sql, filter, asker)
    if (filter.account) conditions.push(sql`has_google_ads = ${filter.account === 'yes'}`)
    if (filter.missing) conditions.push(sql`${filter.missing} <> ALL (steps_done)`)
    return and(sql, conditions)
  },
  select: async (sql, rest, { key }) => sql<(OnboardingSubmission & { key: string })[]>`
    SELECT ${columns(sql)}, ${key} AS key FROM onboarding_submissions WHERE ${rest}`,
  count: async (sql, where) => {
    const [counts] = await sql<{ total: number }[]>`
      SELECT count(*)::int AS total FROM onboarding_submissions WHERE ${where}`
    return counts ?? { total: 0 }
  },
}

const columns = (sql: ISql) => sql`
  id, full_name AS "fullName", business_name AS "businessName", mobile_number AS "mobileNumber", ${phoneNumber(sql)},
  website_address AS "websiteAddress", email_address AS "emailAddress", has_google_ads AS "hasGoogleAds",
  primary_keyword AS "primaryKeyword", target_area AS "targetArea", notes, spam_reason AS "spamReason", version,
  steps_done AS done, ${planned(sql)},
  ${isoTime(sql, 'created_at')} AS "createdAt",
  (SELECT count(*)::int FROM staff_notes WHERE submission_id = onboarding_submissions.id) AS "staffNotes"`
