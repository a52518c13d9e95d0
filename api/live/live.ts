/** Pushes changes to browsers: one LISTEN per process, server-sent events to every dashboard. */

import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { CHANGED_CHANNEL } from '@firsttouch/infra/stores/read-models'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { ISql, Sql } from 'postgres'
import { z } from 'zod'
import { isUnchanged } from '../auth/bearer.ts'
import type { Session } from '../auth/sessions.ts'
import type { LiveMessage } from '../contract/live.ts'
import type { Deps } from '../deps.ts'
import { dayIn } from '../read-model/report-days.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

/** Each note names what changed, as `announceChange` writes it. */
export const RECORDS_CHANNEL = 'firsttouch_records'

const QUERY_KEYS = [
  'analytics',
  'campaigns',
  'ab-testing-stats',
  'experiments',
  'leads',
  'onboarding',
  'domain-config',
  'conversions',
] as const

/** Names the query keys to fetch again. */
export const announceChange = async (sql: ISql, changed: (typeof QUERY_KEYS)[number][]): Promise<void> => {
  await sql`SELECT pg_notify(${RECORDS_CHANNEL}, ${JSON.stringify({ changed })})`
}

export type Live = {
  /** The stream ends with the session. Throws a HttpError when there are too many. */
  follow: (reply: FastifyReply, session: Session) => Promise<void>
  close: () => Promise<void>
}

const ALIVE_EVERY_MS = 15_000
const WATCH_EVERY_MS = 2_000
/** Lag beyond this is pushed with every check. */
const BEHIND_MS = 2_000
/** A stream does not wait longer to say how fresh the figures are; the next heartbeat will. */
const LOOK_WITHIN_MS = 300
const STREAMS_PER_SESSION = 8
const STREAMS_AT_ALL = 500

type Follower = EventStream & { session: Session }
type Freshness = Pick<LiveMessage, 'asOf' | 'lagMs'>
type LiveDeps = Pick<Deps, 'sql' | 'now'> & {
  config: Pick<Deps['config'], 'timeZone'>
  readModel: Pick<Deps['readModel'], 'freshness'>
}
const UNKNOWN: Freshness = { asOf: null, lagMs: null }

export const openLive = ({ sql, now, config, readModel }: LiveDeps, log: FastifyBaseLogger): Live => {
  const followers = new Set<Follower>()
  const takePlace = openPlaces()
  let freshness: Freshness = UNKNOWN

  const report = (error: unknown) => log.error(error)
  const tell = (names: readonly string[], fresh: Freshness = freshness) => {
    for (const follower of followers) follower.send(messageOf(names, fresh))
  }
  const endRevoked = async () => {
    // After a change of role the browser connects again.
    for (const follower of followers) if (!(await isUnchanged(sql, follower.session, now()))) follower.end()
  }
  /** What rounds changed while the stores were being asked how fresh the figures are. */
  const changed = new Set<string>()
  let roundMs = 0
  let isTelling = false
  const tellOfRounds = async () => {
    await Promise.race([look(), sleep(LOOK_WITHIN_MS)])
    const names = [...changed]
    changed.clear()
    // The lag is at least as long as the refresh round took.
    const lagMs = freshness.lagMs === null ? null : Math.max(freshness.lagMs, roundMs)
    roundMs = 0
    tell(names, { ...freshness, lagMs })
  }
  const receive = (payload: string) => {
    const note = noteSchema.parse(JSON.parse(payload))
    if (note.revoked) endRevoked().catch(report)
    for (const name of note.changed) changed.add(name)
    if (changed.size === 0 || followers.size === 0) return changed.clear()
    roundMs = Math.max(roundMs, note.lagMs ?? 0)
    if (isTelling) return
    isTelling = true
    tellOfRounds()
      .catch(report)
      .finally(() => {
        isTelling = false
      })
  }
  // The driver says nothing of what its listeners throw.
  const hear = (payload: string) => {
    try {
      receive(payload)
    } catch (error) {
      report(error)
    }
  }
  const listener = openListener(sql, hear, () => tell(QUERY_KEYS))
  const look = async (): Promise<void> => {
    const found = await readModel.freshness().catch(() => null)
    freshness = found ? { asOf: found.asOf?.toISOString() ?? null, lagMs: found.lagMs } : UNKNOWN
  }
  let day = dayIn(config.timeZone, now())
  const beat = async (): Promise<void> => {
    if (followers.size === 0) return
    await look()
    // Ranges such as the last 7 days move at midnight, so every read is fetched again then.
    const today = dayIn(config.timeZone, now())
    tell(today === day ? [] : QUERY_KEYS)
    day = today
    await endRevoked()
  }
  /** Checks the lag by a timer, because a stopped projector announces nothing. */
  const watch = async (): Promise<void> => {
    if (followers.size === 0) return
    const before = freshness
    await look()
    const wasKnown = before.lagMs !== null
    const isBehind = [before, freshness].some(({ lagMs }) => lagMs !== null && lagMs > BEHIND_MS)
    if (isBehind || wasKnown !== (freshness.lagMs !== null)) tell([])
  }
  const timers = [
    setInterval(() => void beat().catch(report), ALIVE_EVERY_MS).unref(),
    setInterval(() => void watch().catch(report), WATCH_EVERY_MS).unref(),
  ]

  return {
    follow: async (reply, session) => {
      const leave = takePlace(session)
      let follower: Follower
      try {
        await Promise.all([listener.listening(), Promise.race([look(), sleep(LOOK_WITHIN_MS)])])
        follower = { session, ...openEventStream(reply) }
      } catch (error) {
        leave()
        throw error
      }
      followers.add(follower)
      follower.onEnd(() => {
        followers.delete(follower)
        leave()
      })
      // Changes between the page's first reads and this moment were pushed to no one, so the page reads again.
      follower.send(messageOf(QUERY_KEYS, freshness))
    },
    close: async () => {
      timers.forEach(clearInterval)
      for (const follower of followers) follower.end()
      await listener.close()
    },
  }
}

const messageOf = (changed: readonly string[], freshness: Freshness): string =>
  `data: ${JSON.stringify({ changed, ...freshness })}\n\n`

/** Counts synchronously, so that simultaneous connections cannot exceed the limit. */
const openPlaces = () => {
  const taken = new Set<{ holder: string }>()
  return ({ id }: Session): (() => void) => {
    const place = { holder: id }
    if ([...taken].filter(({ holder }) => holder === place.holder).length >= STREAMS_PER_SESSION)
      throw new HttpError(429, 'The dashboard is open in too many tabs for live figures: close some of them.')
    if (taken.size >= STREAMS_AT_ALL)
      throw new HttpError(503, 'Too many dashboards are open for live figures.', undefined, {
        'retry-after': '60',
      })
    taken.add(place)
    return () => taken.delete(place)
  }
}

const CHANNELS = [RECORDS_CHANNEL, CHANGED_CHANNEL]

/** Listens from the first follower on. `onConnected`: from here on nothing is missed; of a time without a connection anything may have been. */
const openListener = (sql: Sql, hear: (payload: string) => void, onConnected: () => void) => {
  const heard = new Map<string, Promise<{ unlisten: () => Promise<void> }>>()
  const listen = async (channel: string) => {
    const asked = heard.get(channel) ?? sql.listen(channel, hear, onConnected)
    heard.set(channel, asked)
    try {
      await asked
    } catch (error) {
      // The next follower tries again; what is heard already would be heard twice.
      heard.delete(channel)
      throw error
    }
  }
  return {
    listening: () => Promise.all(CHANNELS.map(listen)),
    close: async (): Promise<void> => {
      const open = await Promise.allSettled(heard.values())
      await Promise.all(open.map(one => one.status === 'fulfilled' && one.value.unlisten()))
    },
  }
}

const noteSchema = z.object({
  changed: z.array(z.string()),
  lagMs: z.number().optional(),
  revoked: z.boolean().optional(),
})
