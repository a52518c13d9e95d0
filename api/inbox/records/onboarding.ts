/** Onboarding submissions as Postgres holds them. */
import type { Fragment, ISql, Sql } from 'postgres'
import type {
  OnboardingSubmission,
  SubmissionFilter,
  SubmissionOrder,
  SubmissionPage,
} from '../../contract/onboarding.ts'
import { and, commonConditions } from './inbox-filter.ts'
import { after, cutPage, keyOf, type Order, orderBy } from './keyset.ts'

const ORDERS: Record<SubmissionOrder, Order> = {
  newest: { by: 'created_at', direction: 'DESC' },
  oldest: { by: 'created_at', direction: 'ASC' },
  name: { by: 'lower(full_name)', direction: 'ASC' },
}

export type SubmissionList = {
  filter: SubmissionFilter
  order: SubmissionOrder
  cursor?: string | undefined
  limit: number
  timeZone: string
}

/** One page of the list. Throws a HttpError (400) for a cursor that leads nowhere. */
export const selectSubmissions = async (
  sql: Sql,
  { filter, order, cursor, limit, timeZone }: SubmissionList,
): Promise<Pick<SubmissionPage, 'items' | 'nextCursor'>> => {
  const by = ORDERS[order]
  const rows = await sql<(Stored & { key: string })[]>`
    SELECT ${columns(sql)}, ${keyOf(sql, by)} AS key FROM onboarding_submissions
    WHERE ${submissionsWhere(sql, filter, timeZone)} AND ${after(sql, order, by, cursor)}
    ${orderBy(sql, by)} LIMIT ${limit + 1}`
  const page = cutPage(rows, limit, order)
  return { items: page.rows.map(asSubmission), nextCursor: page.nextCursor }
}

export const countSubmissions = async (
  sql: Sql,
  filter: SubmissionFilter,
  timeZone: string,
): Promise<{ total: number }> => {
  const [counts] = await sql<{ total: number }[]>`
    SELECT count(*)::int AS total FROM onboarding_submissions WHERE ${submissionsWhere(sql, filter, timeZone)}`
  return counts ?? { total: 0 }
}

export const submissionsWhere = (sql: Sql, filter: SubmissionFilter, timeZone: string): Fragment => {
  const conditions = commonConditions(sql, filter, timeZone)
  if (filter.account) conditions.push(sql`has_google_ads = ${filter.account === 'yes'}`)
  return and(sql, conditions)
}

/** Newest first; deleted ones are not there. */
export const selectSubmissionsBy = async (
  sql: ISql,
  where: Fragment,
  limit: number,
): Promise<OnboardingSubmission[]> => {
  const rows = await sql<Stored[]>`
    SELECT ${columns(sql)} FROM onboarding_submissions WHERE deleted_at IS NULL AND ${where}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  return rows.map(asSubmission)
}

type Stored = Omit<OnboardingSubmission, 'createdAt'> & { createdAt: Date }

const columns = (sql: ISql) => sql`
  id, full_name AS "fullName", business_name AS "businessName", mobile_number AS "mobileNumber",
  website_address AS "websiteAddress", email_address AS "emailAddress", has_google_ads AS "hasGoogleAds",
  primary_keyword AS "primaryKeyword", target_area AS "targetArea", notes, spam_reason AS "spamReason", version,
  created_at AS "createdAt",
  (SELECT count(*)::int FROM staff_notes WHERE submission_id = onboarding_submissions.id) AS "staffNotes"`

const asSubmission = ({ createdAt, ...row }: Stored): OnboardingSubmission => ({
  ...row,
  createdAt: createdAt.toISOString(),
})
