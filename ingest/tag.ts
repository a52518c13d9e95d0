/** The tag for other sites: serves the script, and accepts events only from hosts on the list. */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Settings, TagStep } from './settings.ts'

export type TagHosts = {
  /** undefined until the settings have been read. */
  allowed: () => ReadonlySet<string> | undefined
  saw: (step: TagStep, host: string) => void
}

/** Used without PostgreSQL: no other site may send. */
export const NO_HOSTS: TagHosts = { allowed: () => new Set(), saw: () => undefined }

/** Maximum number of host states that a process records in a minute. Senders can invent hosts. */
const MOST_A_MINUTE = 50
const LONGEST_HOST = 255

/** Records a host's state at most once a minute. A lost record is harmless, because the next event repeats it. */
export const openTagHosts = (
  allowed: TagHosts['allowed'],
  { saw }: Pick<Settings, 'saw'>,
  onError: (error: unknown) => void,
  clock: () => number = () => performance.now(),
): TagHosts => {
  let minute = 0
  const noted = new Set<string>()
  return {
    allowed,
    saw: (step, host) => {
      const now = Math.floor(clock() / MINUTE_MS)
      if (now !== minute) noted.clear()
      minute = now
      const key = `${step} ${host}`
      if (noted.has(key) || noted.size >= MOST_A_MINUTE || host.length > LONGEST_HOST) return
      noted.add(key)
      saw(step, host).catch(onError)
    },
  }
}

export const hostOf = (address: string | undefined): string => {
  const url = URL.parse(address ?? '')
  return url?.host ?? ''
}

/** Uses Sec-Fetch-Site, because proxies may rewrite Host. Returns '' if no other site sent the request. */
const sendingHost = ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
  const from = headers['sec-fetch-site']
  return from === 'cross-site' || from === 'same-site' ? hostOf(headers.origin) : ''
}

const named = (event: unknown): string => {
  const host = typeof event === 'object' && event !== null && 'host' in event ? event.host : ''
  return typeof host === 'string' ? host.trim().toLowerCase() : ''
}

/** Returns the host of the other site, or '' for our own site. Throws HttpError if the host is not on the list. */
export const tagHostOf = (
  request: Pick<FastifyRequest, 'headers'>,
  events: readonly unknown[],
  { allowed, saw }: TagHosts,
): string => {
  const hosts = new Set([sendingHost(request), ...events.map(named)].filter(Boolean))
  const [first = ''] = hosts
  if (first === '') return ''
  const known = allowed()
  if (!known)
    throw retryLater(503, 'The settings are unavailable. Keep the events and send them again later.', 10)
  const stranger = [...hosts].find(host => !known.has(host))
  if (stranger === undefined) return first
  saw('refused', stranger)
  throw new HttpError(
    403,
    `Events from ${stranger.slice(0, LONGEST_HOST)} are not counted, because the settings do not list this host. To count them, add the host under “Pages elsewhere” in the settings.`,
    [{ path: 'host', message: 'is not a host in the settings' }],
  )
}

export const tagRoutes = (app: FastifyInstance, file: string, { saw }: TagHosts): void => {
  let script: { identity: Buffer; gzip: Buffer } | undefined
  app.get('/t.js', { config: { access: 'public' } }, async (request, reply) => {
    if (!script) {
      const identity = await readFile(file).catch(() => undefined)
      if (!identity) return reply.callNotFound()
      script = { identity, gzip: gzipSync(identity, { level: 9 }) }
    }
    const host = hostOf(request.headers.referer)
    if (host && host !== request.host) saw('script', host)
    const isPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isPacked) reply.header('content-encoding', 'gzip')
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' })
      .send(isPacked ? script.gzip : script.identity)
  })
}
