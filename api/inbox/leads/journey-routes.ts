/** Everything about one lead: who they are, what they did, what staff noted. */

import { sessionOf } from '../../auth/guard.ts'
import { note, noteRequest } from '../../contract/inbox.ts'
import { leadDetails, leadJourney } from '../../contract/leads.ts'
import { type Api, type Deps, FOR_STAFF } from '../../deps.ts'
import { announceChange } from '../../live/live.ts'
import { readLeadDetails } from '../records/lead-details.ts'
import { selectLead } from '../records/leads.ts'
import { insertNote, noSuch } from '../records/staff-marks.ts'
import { readJourney } from './journey.ts'
import { leadParams as params } from './routes.ts'

export const leadJourneyRoutes = (app: Api, { sql, readModel, now }: Deps): void => {
  app.get(
    '/api/admin/leads/:leadId',
    { config: FOR_STAFF, schema: { params, response: { 200: leadDetails } } },
    request => readLeadDetails(sql, request.params.leadId),
  )

  app.get(
    '/api/admin/leads/:leadId/journey',
    { config: FOR_STAFF, schema: { params, response: { 200: leadJourney } } },
    async request => {
      const lead = await selectLead(sql, request.params.leadId)
      if (!lead) throw noSuch('leads')
      return readJourney(lead, readModel, request.log)
    },
  )

  app.post(
    '/api/admin/leads/:leadId/notes',
    { config: FOR_STAFF, schema: { params, body: noteRequest, response: { 201: note } } },
    async (request, reply) => {
      const { body } = request.body
      const author = sessionOf(request).username
      const added = await insertNote(sql, 'leads', request.params.leadId, { body, author, now: now() })
      await announceChange(sql, ['leads'])
      return reply.status(201).send(added)
    },
  )
}
