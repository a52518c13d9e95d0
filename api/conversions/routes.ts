import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { note } from '../auth/audit.ts'
import { demandHttps } from '../auth/csrf.ts'
import { sessionOf } from '../auth/guard.ts'
import { throttled } from '../auth/throttle.ts'
import { AD_PLATFORMS, type AdPlatform, conversionFile } from '../contract/conversions/kinds.ts'
import {
  conversionRules,
  conversionSettings,
  credentialRequest,
  newCredential,
  type Offered,
} from '../contract/conversions/settings.ts'
import { csvFileName } from '../contract/csv.ts'
import { type Api, type Deps, FOR_ALL, FOR_OWNERS, FOR_STAFF } from '../deps.ts'
import { readRules, saveRules, selectConversions } from './conversions.ts'
import {
  createCredential,
  listCredentials,
  readBasic,
  revokeCredential,
  useCredential,
} from './credentials.ts'
import { CSV_ANSWER, FORMATS, readPlatformFile } from './formats.ts'

const ASKS = { ...FOR_OWNERS, confirm: true } as const
const CHANGES = { changes: ['conversions'] } as const

export const conversionRoutes = (app: Api, deps: Deps): void => {
  const { sql, config, now } = deps
  app.get(
    '/api/admin/conversions',
    { config: FOR_STAFF, schema: { response: { 200: conversionSettings } } },
    async () => {
      const [rules, credentials, offered] = await Promise.all([
        readRules(sql),
        listCredentials(sql),
        Promise.all(AD_PLATFORMS.map(platform => countOffered(deps, platform))),
      ])
      return { clickIds: config.clickIds === true, currency: config.currency, rules, offered, credentials }
    },
  )

  app.patch(
    '/api/admin/conversions',
    {
      config: { ...FOR_OWNERS, ...CHANGES },
      schema: { body: conversionRules, response: { 200: conversionRules } },
    },
    async request => {
      await saveRules(sql, request.body.rules)
      return { rules: await readRules(sql) }
    },
  )

  for (const platform of AD_PLATFORMS)
    app.post(
      `/api/admin/conversions/${platform}.csv`,
      { config: ASKS, schema: { response: CSV_ANSWER } },
      async (_request, reply) => {
        const { csv, rows } = await readPlatformFile(deps, platform)
        const name = csvFileName(`${platform}_conversions`, deps.now())
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('x-total-count', rows)
          .send(csv)
      },
    )

  app.post(
    '/api/admin/conversion-credentials',
    {
      config: { ...ASKS, ...CHANGES },
      schema: { body: credentialRequest, response: { 201: newCredential } },
    },
    async (request, reply) => {
      const by = { staff: sessionOf(request).username, now: now() }
      return reply.status(201).send(await createCredential(sql, request.body.platform, by))
    },
  )

  const params = z.object({ credentialId: z.uuid('The credential id must be a UUID') })
  app.delete(
    '/api/admin/conversion-credentials/:credentialId',
    { config: { ...FOR_OWNERS, ...CHANGES }, schema: { params, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await revokeCredential(sql, request.params.credentialId)
      return reply.status(204).send()
    },
  )

  for (const platform of AD_PLATFORMS)
    app.get(
      conversionFile(platform),
      { config: FOR_ALL, schema: { response: CSV_ANSWER } },
      async (request, reply) => {
        demandHttps(request, 'Use https. Without encryption the password could be read.')
        const actor = await whoAsks(deps, request, platform)
        const { csv, rows } = await readPlatformFile(deps, platform)
        await note(sql, request, 'conversions.fetched', actor, now(), { platform, rows })
        return reply.type('text/csv; charset=utf-8').send(csv)
      },
    )
}

const countOffered = async ({ sql, now }: Deps, platform: AdPlatform): Promise<Offered> => {
  const { conversions, tooOld } = await selectConversions(sql, FORMATS[platform].ids, now())
  return { platform, ready: conversions.length, tooOld }
}

/** Returns the user name. Throws HttpError 429 while throttled, and the same HttpError 401 for every other failure. */
const whoAsks = async ({ sql, now }: Deps, request: FastifyRequest, platform: AdPlatform) => {
  const given = readBasic(request.headers.authorization)
  if (!given) throw loginNeeded()
  // Has its own throttle, so that wrong credentials do not block staff logins from the same network.
  const network = { kind: 'network', name: `conversions:${networkKey(request.ip)}` } as const
  const username = await throttled(sql, [network], now(), 'passwords', () =>
    useCredential(sql, platform, given, now()),
  )
  if (username !== null) return username
  await note(sql, request, 'conversions.refused', 'nobody', now(), { platform })
  throw loginNeeded()
}

const loginNeeded = (): HttpError =>
  new HttpError(401, 'This file needs a user name and password that staff created for it.', undefined, {
    'www-authenticate': 'Basic realm="Conversions", charset="UTF-8"',
  })
