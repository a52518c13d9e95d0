/** `GET /api/conversions/….csv`: a platform fetches its file with Basic authentication over https. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { note } from '../auth/audit.ts'
import { demandHttps } from '../auth/https.ts'
import { throttled } from '../auth/throttle.ts'
import { AD_PLATFORMS, type AdPlatform, conversionFile } from '../contract/conversions/kinds.ts'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { readBasic, useCredential } from './credentials.ts'
import { CSV_ANSWER, readPlatformFile } from './formats.ts'

export const fetchRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps
  for (const platform of AD_PLATFORMS)
    app.get(
      conversionFile(platform),
      { config: FOR_ALL, schema: { response: CSV_ANSWER } },
      async (request, reply) => {
        demandHttps(request, 'Use https: without encryption the password could be read.')
        const actor = await whoAsks(deps, request, platform)
        const { csv, rows } = await readPlatformFile(deps, platform)
        await note(sql, request, 'conversions.fetched', actor, now(), { platform, rows })
        return reply.type('text/csv; charset=utf-8').send(csv)
      },
    )
}

/** Throws HttpError: 429 while throttled, the same 401 for every other reason. */
const whoAsks = async (
  { sql, now }: Deps,
  request: FastifyRequest,
  platform: AdPlatform,
): Promise<string> => {
  const given = readBasic(request.headers.authorization)
  if (!given) throw loginNeeded()
  // Throttled separately from logins of the same network, so that neither blocks the other.
  const network = { kind: 'network', name: `conversions:${networkKey(request.ip)}` } as const
  const username = await throttled(sql, [network], now(), 'passwords', () =>
    useCredential(sql, platform, given, now()),
  )
  if (username !== null) return username
  await note(sql, request, 'conversions.refused', 'nobody', now(), { platform })
  throw loginNeeded()
}

const loginNeeded = (): HttpError =>
  new HttpError(401, 'This file needs the user name and password that staff made for it.', undefined, {
    'www-authenticate': 'Basic realm="Conversions", charset="UTF-8"',
  })
