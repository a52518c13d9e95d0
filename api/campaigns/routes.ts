import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import { hideFromViewers } from '../auth/roles.ts'
import {
  type Campaign,
  campaign,
  campaignHistory,
  campaignPatch,
  campaignRequest,
  campaignsQuery,
  renewAnswer,
  renewRequest,
} from '../contract/campaign.ts'
import { campaignUrl, campaignValue } from '../contract/campaign-link.ts'
import { type Api, type Deps, FIGURES, FOR_STAFF } from '../deps.ts'
import { periodOf } from '../read-model/report-days.ts'
import { withCounts } from './counts.ts'
import { configuredDomain, leadsOutside } from './domain-config.ts'
import { insertCampaign, renewLinks, selectCampaign, selectCampaigns, updateCampaign } from './records.ts'

const params = z.object({ id: z.uuid('The campaign id must be a UUID') })
const MOST_ENTRIES = 100
const CHANGES = { ...FOR_STAFF, changes: ['campaigns'] } as const

export const campaignRoutes = (app: Api, deps: Deps): void => {
  const { sql, config, now } = deps
  /** Printed short links redirect to the stored link, so storing a link to another site needs re-authentication. */
  const writesLink = {
    ...CHANGES,
    confirm: (request: FastifyRequest) => leadsOutside(deps, request),
  } as const

  app.get(
    '/api/admin/campaigns',
    { config: FIGURES, schema: { querystring: campaignsQuery, response: { 200: z.array(campaign) } } },
    async request => {
      const { query, log } = request
      const period = periodOf(query, config.timeZone, now())
      const counted = await withCounts(deps, selectCampaigns(sql, query.archived), period, log, query.compare)
      return hideFromViewers(sessionOf(request), counted, ['notes', 'adAssetDescription'])
    },
  )

  app.post(
    '/api/admin/campaigns',
    { config: writesLink, schema: { body: campaignRequest, response: { 201: campaign } } },
    async (request, reply) => {
      const { adoptTag, ...body } = request.body
      const fields = { ...body, utmCampaign: adoptTag || campaignValue(body.name) }
      const generatedUrl =
        fields.generatedUrl || campaignUrl(await configuredDomain(sql, config, request), fields)
      const id = v7()
      const { username } = sessionOf(request)
      await insertCampaign(sql, { ...fields, id, generatedUrl, createdAt: now() }, username)
      return reply.status(201).send(await one(deps, id, request.log))
    },
  )

  app.post(
    '/api/admin/campaigns/renew-urls',
    { config: { ...CHANGES, confirm: true }, schema: { body: renewRequest, response: { 200: renewAnswer } } },
    async request => {
      const domain = await configuredDomain(sql, config, request)
      const by = { staff: sessionOf(request).username, now: now() }
      const renewed = await renewLinks(sql, domain, request.body.expectedCount, by)
      return { renewed, domain }
    },
  )

  app.get(
    '/api/admin/campaigns/:id/history',
    { config: FOR_STAFF, schema: { params, response: { 200: campaignHistory } } },
    async ({ params: { id } }) => ({
      entries: await sql<z.output<typeof campaignHistory>['entries']>`
        SELECT id::text, at, actor AS person, action, detail - 'id' - 'records' AS detail FROM audit_log
        WHERE action LIKE 'campaign%' AND (detail->>'id' = ${id} OR detail->'records' ? ${id})
        ORDER BY audit_log.id DESC LIMIT ${MOST_ENTRIES}`,
    }),
  )

  // If `generatedUrl` is empty, the server builds the link from the tags.
  app.patch(
    '/api/admin/campaigns/:id',
    { config: writesLink, schema: { params, body: campaignPatch, response: { 200: campaign } } },
    async request => {
      const { id } = request.params
      const before = await selectCampaign(sql, id)
      const generatedUrl =
        request.body.generatedUrl === ''
          ? campaignUrl(await configuredDomain(sql, config, request), before)
          : request.body.generatedUrl
      const by = { staff: sessionOf(request).username, now: now() }
      await updateCampaign(sql, id, { ...request.body, generatedUrl }, by)
      return one(deps, id, request.log)
    },
  )
}

const one = async (deps: Deps, id: string, log: FastifyBaseLogger): Promise<Campaign> => {
  const found = selectCampaign(deps.sql, id).then(campaign => [campaign])
  const [counted] = await withCounts(deps, found, null, log)
  if (!counted) throw new Error(`Campaign ${id} is missing after its update`)
  return counted
}
