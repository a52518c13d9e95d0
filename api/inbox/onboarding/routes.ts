/** The staff's inbox of onboarding submissions: list, counts, one submission, its mark for spam, its notes. */
import { z } from 'zod'
import { sessionOf } from '../../auth/guard.ts'
import { note, noteRequest } from '../../contract/inbox.ts'
import {
  onboardingSubmission,
  type SubmissionFilter,
  submissionDetails,
  submissionPage,
  submissionPatch,
  submissionSearchQuery,
  submissionsQuery,
} from '../../contract/onboarding.ts'
import { type Api, type Deps, FOR_STAFF } from '../../deps.ts'
import { announceChange } from '../../live/live.ts'
import { countContacts, readsInBulk } from '../contact-reads.ts'
import { sayWhatIsLeft } from '../leads/routes.ts'
import { countSubmissions, selectSubmissions, selectSubmissionsBy } from '../records/onboarding.ts'
import { changeSubmission, insertNote, noSuch } from '../records/staff-marks.ts'
import { readSubmissionDetails } from '../records/submission-details.ts'

const params = z.object({ submissionId: z.uuid('The submission id must be a UUID') })
const contacts = { access: 'staff', confirm: readsInBulk } as const

export const onboardingInboxRoutes = (app: Api, deps: Deps): void => {
  listRoutes(app, deps)
  submissionRoutes(app, deps)
}

const listRoutes = (app: Api, deps: Deps): void => {
  const { sql } = deps
  const { timeZone } = deps.config
  app.get(
    '/api/admin/onboarding',
    {
      config: contacts,
      schema: { querystring: submissionsQuery, response: { 200: z.array(onboardingSubmission) } },
    },
    async (request, reply) => {
      const { order, cursor, limit, ...filter } = request.query
      const [{ items, nextCursor }, { total }] = await Promise.all([
        selectSubmissions(sql, { filter, order, cursor, limit, timeZone }),
        countSubmissions(sql, filter, timeZone),
      ])
      sayWhatIsLeft(reply, request.url, { total, nextCursor })
      await countContacts(deps, request, items.length)
      return items
    },
  )

  app.get(
    '/api/admin/onboarding/search',
    { config: contacts, schema: { querystring: submissionSearchQuery, response: { 200: submissionPage } } },
    async request => {
      const { order, cursor, limit, ...filter } = request.query
      const everything: SubmissionFilter = { spam: 'exclude' }
      const [page, { total }, inbox] = await Promise.all([
        selectSubmissions(sql, { filter, order, cursor, limit, timeZone }),
        countSubmissions(sql, filter, timeZone),
        countSubmissions(sql, everything, timeZone),
      ])
      await countContacts(deps, request, page.items.length)
      return { ...page, total, inbox }
    },
  )
}

const submissionRoutes = (app: Api, { sql, now }: Deps): void => {
  app.get(
    '/api/admin/onboarding/:submissionId',
    { config: FOR_STAFF, schema: { params, response: { 200: submissionDetails } } },
    request => readSubmissionDetails(sql, request.params.submissionId),
  )

  app.patch(
    '/api/admin/onboarding/:submissionId',
    { config: FOR_STAFF, schema: { params, body: submissionPatch, response: { 200: onboardingSubmission } } },
    async request => {
      const { submissionId } = request.params
      const by = { staff: sessionOf(request).username, now: now() }
      await changeSubmission(sql, submissionId, request.body, by)
      await announceChange(sql, ['onboarding'])
      const [changed] = await selectSubmissionsBy(sql, sql`id = ${submissionId}`, 1)
      if (!changed) throw noSuch('onboarding')
      return changed
    },
  )

  app.post(
    '/api/admin/onboarding/:submissionId/notes',
    { config: FOR_STAFF, schema: { params, body: noteRequest, response: { 201: note } } },
    async (request, reply) => {
      const { submissionId } = request.params
      const author = sessionOf(request).username
      const by = { body: request.body.body, author, now: now() }
      const added = await insertNote(sql, 'onboarding', submissionId, by)
      await announceChange(sql, ['onboarding'])
      return reply.status(201).send(added)
    },
  )
}
