/** Pushes changes to dashboards by server-sent events. Each process has one LISTEN connection to PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { CHANGED_CHANNEL } from '@firsttouch/infra/stores/read-models'
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import type { ISql, Sql } from 'postgres'
import { z } from 'zod'
import { isUnchanged } from '../auth/bearer.ts'
import { sessionOf } from '../auth/guard.ts'
import type { Session } from '../auth/sessions.ts'
import { type LiveMessage, QUERY_KEYS, type QueryKey } from '../contract/live.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { dayIn } from '../read-model/report-days.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

export const RECORDS_CHANNEL = 'firsttouch_records'

export const announceChange = async (sql: ISql, changed: readonly QueryKey[]): Promise<void> => {
  await sql`SELECT pg_notify(${RECORDS_CHANNEL}, ${JSON.stringify({ changed })})`
}

const ALIVE_EVERY_MS = 15_000
const WATCH_EVERY_MS = 2_000
/** While the lag is longer than this, each check sends it to the browsers. */
const BEHIND_MS = 2_000
/** Maximum wait for the current freshness. After that, the message carries the previous freshness. */
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

export const openLive = ({ sql, now, config, readModel }: LiveDeps, log: FastifyBaseLogger) => {
  const followers = new Set<Follower>()
  const takePlace = openPlaces()
  let freshness: Freshness = UNKNOWN

  const report = (error: unknown) => log.error(error)
  const broadcast = (names: readonly string[], fresh: Freshness = freshness) => {
    for (const follower of followers) follower.send(messageOf(names, fresh))
  }
  const endRevoked = async () => {
    // Ends the streams of sessions that have ended or changed their role.
    for (const follower of followers) if (!(await isUnchanged(sql, follower.session, now()))) follower.end()
  }
  /** Query keys that have changed but are not sent to the browsers yet. */
  const changed = new Set<string>()
  let roundMs = 0
  let isBroadcasting = false
  const broadcastChanges = async () => {
    await Promise.race([look(), sleep(LOOK_WITHIN_MS)])
    const names = [...changed]
    changed.clear()
    // `roundMs` is the age of the oldest event in these changes.
    const lagMs = freshness.lagMs === null ? null : Math.max(freshness.lagMs, roundMs)
    roundMs = 0
    broadcast(names, { ...freshness, lagMs })
  }
  const receive = (payload: string) => {
    const note = noteSchema.parse(JSON.parse(payload))
    if (note.revoked) endRevoked().catch(report)
    for (const name of note.changed) changed.add(name)
    if (changed.size === 0 || followers.size === 0) return changed.clear()
    roundMs = Math.max(roundMs, note.lagMs ?? 0)
    if (isBroadcasting) return
    isBroadcasting = true
    broadcastChanges()
      .catch(report)
      .finally(() => {
        isBroadcasting = false
      })
  }
  // Reports errors here, because the driver ignores errors of its listeners.
  const onMessage = (payload: string) => {
    try {
      receive(payload)
    } catch (error) {
      report(error)
    }
  }
  const listener = openListener(sql, onMessage, () => broadcast(QUERY_KEYS))
  const look = async (): Promise<void> => {
    const found = await readModel.freshness().catch(() => null)
    freshness = found ? { asOf: found.asOf?.toISOString() ?? null, lagMs: found.lagMs } : UNKNOWN
  }
  let day = dayIn(config.timeZone, now())
  const beat = async (): Promise<void> => {
    if (followers.size === 0) return
    await look()
    // Relative ranges such as the last 7 days change at midnight, so browsers refetch every query then.
    const today = dayIn(config.timeZone, now())
    broadcast(today === day ? [] : QUERY_KEYS)
    day = today
    await endRevoked()
  }
  /** Checks the lag on a timer, because a stopped projector announces nothing. */
  const watch = async (): Promise<void> => {
    if (followers.size === 0) return
    const before = freshness
    await look()
    const wasKnown = before.lagMs !== null
    const isBehind = [before, freshness].some(({ lagMs }) => lagMs !== null && lagMs > BEHIND_MS)
    if (isBehind || wasKnown !== (freshness.lagMs !== null)) broadcast([])
  }
  const timers = [
    setInterval(() => void beat().catch(report), ALIVE_EVERY_MS).unref(),
    setInterval(() => void watch().catch(report), WATCH_EVERY_MS).unref(),
  ]

  return {
    /** Opens a stream that ends when the session ends. Throws HttpError if there are too many streams. */
    follow: async (reply: FastifyReply, session: Session): Promise<void> => {
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
      // The page may have missed changes before its stream was open, so it refetches every query.
      follower.send(messageOf(QUERY_KEYS, freshness))
    },
    close: async (): Promise<void> => {
      timers.forEach(clearInterval)
      for (const follower of followers) follower.end()
      await listener.close()
    },
  }
}

const messageOf = (changed: readonly string[], freshness: Freshness): string =>
  `data: ${JSON.stringify({ changed, ...freshness })}\n\n`

/** Checks and counts synchronously, so concurrent connections cannot exceed the limit of open streams. */
const openPlaces = () => {
  const taken = new Set<{ holder: string }>()
  return ({ id }: Session): (() => void) => {
    const place = { holder: id }
    if ([...taken].filter(({ holder }) => holder === place.holder).length >= STREAMS_PER_SESSION)
      throw new HttpError(
        429,
        'This tab has no live figures, because the dashboard is open in too many tabs. Close some of them.',
      )
    if (taken.size >= STREAMS_AT_ALL)
      throw retryLater(
        503,
        'Too many dashboards are open, so this one is not updated live. Close one, or reload this page.',
        60,
      )
    taken.add(place)
    return () => taken.delete(place)
  }
}

const CHANNELS = [RECORDS_CHANNEL, CHANGED_CHANNEL]

/** Calls `onConnected` after each connect to PostgreSQL, because notifications may have been lost before. */
const openListener = (sql: Sql, onMessage: (payload: string) => void, onConnected: () => void) => {
  const listening = new Map<string, Promise<{ unlisten: () => Promise<void> }>>()
  const listen = async (channel: string) => {
    const asked = listening.get(channel) ?? sql.listen(channel, onMessage, onConnected)
    listening.set(channel, asked)
    try {
      await asked
    } catch (error) {
      // The next stream retries this channel. Other channels stay in the map, so that none gets two listeners.
      listening.delete(channel)
      throw error
    }
  }
  return {
    listening: () => Promise.all(CHANNELS.map(listen)),
    close: async (): Promise<void> => {
      const open = await Promise.allSettled(listening.values())
      await Promise.all(open.map(one => one.status === 'fulfilled' && one.value.unlisten()))
    },
  }
}

const noteSchema = z.object({
  changed: z.array(z.string()),
  lagMs: z.number().optional(),
  revoked: z.boolean().optional(),
})

export const liveRoutes = (app: Api, deps: Deps): void => {
  const live = openLive(deps, app.log)
  // Closes the streams first, because a closing server waits for open connections.
  app.addHook('preClose', () => live.close())
  app.get('/api/admin/live', { config: FIGURES, exposeHeadRoute: false }, (request, reply) =>
    live.follow(reply, sessionOf(request)),
  )
}
