/** Onboarding submissions as a file: what a filter finds (GET), or what is ticked (POST). */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Cell, phoneCell } from '../../contract/csv.ts'
import { SELECTION_BYTES } from '../../contract/inbox.ts'
import {
  type OnboardingSubmission,
  type SubmissionFilter,
  type SubmissionOrder,
  submissionSelection,
  submissionsCsvQuery,
} from '../../contract/onboarding.ts'
import type { Api, Deps } from '../../deps.ts'
import { type InboxFile, sendChosen, sendFound } from '../csv.ts'
import { CSV_PAGE } from '../csv-stream.ts'
import { countSubmissions, selectSubmissions, selectSubmissionsBy } from '../records/onboarding.ts'

// biome-ignore format: columns in rows
const COLUMNS = [
  'ID', 'Full Name', 'Business Name', 'Email', 'Mobile', 'Website', 'Has Google Ads', 'Primary Keyword', 'Target Area',
  'Notes', 'Created At',
]

const toRow = (one: OnboardingSubmission): Cell[] => [
  one.id,
  one.fullName,
  one.businessName,
  one.emailAddress,
  phoneCell(one.mobileNumber),
  one.websiteAddress,
  one.hasGoogleAds ? 'Yes' : 'No',
  one.primaryKeyword,
  one.targetArea,
  one.notes,
  one.createdAt,
]

const FILE: InboxFile<OnboardingSubmission> = {
  kind: 'onboarding',
  subject: 'onboarding_submissions',
  header: COLUMNS,
  toRow,
}

const staff = { access: 'staff', confirm: true } as const
const file = { 200: { content: { 'text/csv': { schema: z.string() } } } }

export const onboardingCsvRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/onboarding.csv',
    { config: staff, schema: { querystring: submissionsCsvQuery, response: file } },
    async (request, reply) => {
      const { order, ...filter } = request.query
      return sendFiltered(reply, deps, filter, order)
    },
  )

  app.post(
    '/api/admin/onboarding.csv',
    { config: staff, bodyLimit: SELECTION_BYTES, schema: { body: submissionSelection, response: file } },
    async (request, reply) => {
      const { submissionIds = [], filter, expectedCount } = request.body
      return filter
        ? sendFiltered(reply, deps, filter, 'newest', expectedCount)
        : sendChosen(reply, FILE, {
            day: deps.now(),
            ids: submissionIds,
            select: unique =>
              selectSubmissionsBy(deps.sql, deps.sql`id = ANY(${unique}::uuid[])`, unique.length),
          })
    },
  )
}

const sendFiltered = async (
  reply: FastifyReply,
  { sql, config, now }: Deps,
  filter: SubmissionFilter,
  order: SubmissionOrder,
  expected?: number,
): Promise<FastifyReply> => {
  const { timeZone } = config
  const { total } = await countSubmissions(sql, filter, timeZone)
  return sendFound(reply, FILE, {
    day: now(),
    total,
    expected,
    readPage: cursor => selectSubmissions(sql, { filter, order, cursor, limit: CSV_PAGE, timeZone }),
  })
}
