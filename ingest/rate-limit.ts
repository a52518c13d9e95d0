/** Rate limit by network and minute. Counts stay in this process's memory, so no address is stored. */

import { type Readable, Transform } from 'node:stream'
import { type HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { isOwnMachine, networkKey, networkOf } from '@firsttouch/infra/platform/network'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyInstance } from 'fastify'

export type RateLimit = {
  /** Throws HttpError 429 if the network has reached a limit in this minute. */
  admit(ip: string): void
  /** Checks only the number of events. `countBodies` has already checked the bytes. */
  admitEvents(ip: string): void
  count(ip: string, sent: { events: number } | { bytes: number }): void
}

const DEFAULT_PER_MINUTE = 600
/** A browser's event has about 600 bytes, or 2,000 with a long URL and many tags. */
const BYTES_PER_EVENT = 2 * 1024
/** Memory bound. In a minute with more networks, the later networks have no limit, so that no visitor is rejected. */
const MAX_NETWORKS = 100_000

type OnRefused = (ip: string) => void

/** undefined if the environment disables the limit. */
export const rateLimitOf = (perMinute: number | undefined, onRefused?: OnRefused): RateLimit | undefined => {
  if (perMinute === 0) return undefined
  if (perMinute !== undefined) return openRateLimit(perMinute, undefined, onRefused)
  const limit = openRateLimit(DEFAULT_PER_MINUTE, undefined, onRefused)
  return {
    admit: ip => isOwnMachine(ip) || limit.admit(ip),
    admitEvents: ip => isOwnMachine(ip) || limit.admitEvents(ip),
    count: (ip, sent) => isOwnMachine(ip) || limit.count(ip, sent),
  }
}

/** The last batch of a minute may exceed the limit. Otherwise a batch larger than the limit could never pass. */
export const openRateLimit = (
  perMinute: number,
  clock: () => number = () => performance.now(),
  onRefused: OnRefused = () => {},
): RateLimit => {
  let counts = new Map<string, { events: number; bytes: number }>()
  let minute = 0
  const most = { events: perMinute, bytes: perMinute * BYTES_PER_EVENT }
  const countOf = (key: string) => {
    const current = Math.floor(clock() / MINUTE_MS)
    if (current !== minute) [counts, minute] = [new Map(), current]
    return counts.get(key)
  }
  const refuseOver = (ip: string, kinds: ('events' | 'bytes')[]) => {
    const sent = countOf(networkKey(ip))
    if (!sent || kinds.every(kind => sent[kind] < most[kind])) return
    onRefused(ip)
    throw tooMany(most, Math.ceil(((minute + 1) * MINUTE_MS - clock()) / 1000))
  }
  return {
    admit: ip => refuseOver(ip, ['events', 'bytes']),
    admitEvents: ip => refuseOver(ip, ['events']),
    count(ip, sent) {
      const key = networkKey(ip)
      const before = countOf(key)
      if (!before && counts.size >= MAX_NETWORKS) return
      const { events, bytes } = before ?? { events: 0, bytes: 0 }
      const added = { events: 0, bytes: 0, ...sent }
      counts.set(key, { events: events + added.events, bytes: bytes + added.bytes })
    },
  }
}

/** Warns if one network caused most of a minute's refusals. Checks a minute at the first refusal after that minute. */
export const watchRefused = (
  warn: (line: string) => void,
  clock: () => number = () => performance.now(),
): OnRefused => {
  let refused = new Map<string, number>()
  let minute = 0
  const warnOfSender = () => {
    const all = [...refused.values()].reduce((sum, one) => sum + one, 0)
    for (const [network, of] of refused)
      if (of > all / 2)
        warn(
          `Of ${all} requests refused by the rate limit within a minute, ${of} came from ${network}. If this is your proxy, add it to TRUST_PROXY. Until you do, all visitors behind it share one limit.`,
        )
  }
  return ip => {
    const current = Math.floor(clock() / MINUTE_MS)
    if (current !== minute) {
      warnOfSender()
      refused = new Map()
      minute = current
    }
    const network = networkOf(ip)
    refused.set(network, (refused.get(network) ?? 0) + 1)
  }
}

/** Refuses a request over the limit before reading the body. Counts a body by its length, or as its bytes arrive. */
export const countBodies = (app: FastifyInstance, limit: RateLimit): void => {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { ip } = request
    const length = Number(request.headers['content-length'])
    limit.admit(ip)
    limit.count(ip, { bytes: length || 0 })
    if (!Number.isNaN(length)) return done(null, payload)
    done(
      null,
      counted(payload, bytes => limit.count(ip, { bytes })),
    )
  })
}

const counted = (body: Readable, count: (bytes: number) => void): Transform =>
  body.pipe(
    new Transform({
      transform(chunk, _encoding, done) {
        count(chunk.length)
        done(null, chunk)
      },
    }),
  )

const tooMany = (most: { events: number; bytes: number }, seconds: number): HttpError =>
  retryLater(
    429,
    `Too many events came from this network: at most ${most.events} events and ${most.bytes / 1024} KiB a minute are accepted. Send them again later.`,
    seconds,
  )
