/** `GET /api/conversions/….csv`: a platform fetches its own file by its schedule, with a user name and a password over https. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { networkKey, networkOf } from '@firsttouch/infra/platform/network'
import type { FastifyRequest } from 'fastify'
import { audit } from '../auth/audit.ts'
import { demandHttps } from '../auth/https.ts'
import { claimTry, forgive } from '../auth/throttle.ts'
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
        demandHttps(request, 'Ask for this file over https: the password must not be read on its way.')
        const actor = await whoAsks(deps, request, platform)
        const { csv, rows } = await readPlatformFile(deps, platform)
        await audit(sql, {
          at: now(),
          actor,
          action: 'conversions.fetched',
          detail: { platform, rows },
          network: networkOf(request.ip),
        })
        return reply.type('text/csv; charset=utf-8').send(csv)
      },
    )
}

/** Throws a HttpError: 429 while the network has to wait, one and the same 401 for every other reason. */
const whoAsks = async (
  { sql, now }: Deps,
  request: FastifyRequest,
  platform: AdPlatform,
): Promise<string> => {
  const given = readBasic(request.headers.authorization)
  if (!given) throw loginNeeded()
  // Apart from logins of the same network, which must not wait for a platform's mistakes, nor it for theirs.
  const subject = { kind: 'network', name: `conversions:${networkKey(request.ip)}` } as const
  const wait = await claimTry(sql, subject, now())
  if (wait > 0)
    throw new HttpError(429, `Too many wrong passwords. Please try again in ${wait} seconds.`, undefined, {
      'retry-after': String(wait),
    })
  const username = await useCredential(sql, platform, given, now())
  if (username === null) {
    const network = networkOf(request.ip)
    await audit(sql, {
      at: now(),
      actor: 'nobody',
      action: 'conversions.refused',
      detail: { platform },
      network,
    })
    throw loginNeeded()
  }
  await forgive(sql, [subject])
  return username
}

const loginNeeded = (): HttpError =>
  new HttpError(401, 'This file needs the user name and password that staff made for it.', undefined, {
    'www-authenticate': 'Basic realm="Conversions", charset="UTF-8"',
  })
