/** How much one network may send a minute. Counted in this process's memory: an address is never written down. */

import { type Readable, Transform } from 'node:stream'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { isOwnMachine, networkKey } from '@firsttouch/infra/platform/network'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyInstance } from 'fastify'

export type RateLimit = {
  /** Throws a HttpError (429) once the network has used up its minute. */
  admit(ip: string): void
  /** The same for events alone: the bytes of the request that brings them are counted already. */
  admitEvents(ip: string): void
  count(ip: string, sent: { events: number } | { bytes: number }): void
}

const DEFAULT_PER_MINUTE = 600
/** A browser's event has some 600 bytes, with a long address and many tags 2,000. */
const BYTES_PER_EVENT = 2 * 1024
/** Beyond so many networks a minute, new ones pass uncounted: memory is bounded, visitors come first. */
const MAX_NETWORKS = 100_000

/** The limit that the environment asks for; undefined for none. */
export const rateLimitOf = (perMinute: number | undefined): RateLimit | undefined => {
  if (perMinute === 0) return undefined
  if (perMinute !== undefined) return openRateLimit(perMinute)
  const limit = openRateLimit(DEFAULT_PER_MINUTE)
  return {
    admit: ip => isOwnMachine(ip) || limit.admit(ip),
    admitEvents: ip => isOwnMachine(ip) || limit.admitEvents(ip),
    count: (ip, sent) => isOwnMachine(ip) || limit.count(ip, sent),
  }
}

/** A last batch may go beyond the limit: one larger than the rest of the minute would otherwise never pass. */
export const openRateLimit = (perMinute: number, clock: () => number = Date.now): RateLimit => {
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
    if (sent && kinds.some(kind => sent[kind] >= most[kind]))
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

/** Bodies count as they arrive, also those that are no JSON; none is read beyond the limit. */
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
  new HttpError(
    429,
    `Too many events came from this network: at most ${most.events} events and ${most.bytes / 1024} KiB a minute are taken. Send them again later.`,
    undefined,
    { 'retry-after': String(seconds) },
  )
