/**
 * Bursts: many sessions from one network with one user agent, each of which opens one page and leaves. Counted by this process alone and in
 * memory. The log holds the verdict with the event, so a rebuild repeats it.
 */
import { isLocal, networkOf } from '@firsttouch/infra/platform/network'
import { MINUTE_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { LoggedEvent } from './events.ts'

/**
 * One-page sessions within a quarter-hour, and their share of the sender's sessions. The first looks at sessions that have had two minutes to
 * go on. The second looks at all of them, so that a fast burst is seen before. In an hour with 30,000 sessions of people (the test's) the
 * busiest carrier's network and agent have 500 a quarter-hour, of which 68 % stay at one page.
 */
const SETTLED = { sessions: 60, share: 0.95 }
const AT_ONCE = { sessions: 300, share: 0.99 }
const SETTLE_MS = 2 * MINUTE_MS
/** Beyond so many senders in a quarter-hour new ones pass uncounted, so memory is bounded. */
const MOST_SENDERS = 50_000
/** A session more than these changes no verdict. */
const MOST_SESSIONS = 2_000

/** `first`: the id of its first visit, or nothing once it did more. */
type Session = { first: string; at: number; isFlagged: boolean }
type Sender = { sessions: Map<string, Session>; isBurst: boolean }

/** Whether the session of these events is one of a burst. Its first events decide, so that it counts as a whole. */
export type IsBurst = (ip: string, userAgent: string, events: readonly LoggedEvent[]) => boolean

export const openBursts = (clock: () => number = () => performance.now()): IsBurst => {
  let senders = new Map<string, Sender>()
  let before = new Map<string, Sender>()
  let window = 0
  const turn = (now: number) => {
    const current = Math.floor(now / QUARTER_HOUR_MS)
    if (current === window) return
    before = current === window + 1 ? senders : new Map()
    senders = new Map()
    window = current
  }
  return (ip, userAgent, events) => {
    const done = events.filter(({ type }) => type === 'visit' || type === 'conversion')
    if (isLocal(ip)) return false
    const now = clock()
    turn(now)
    const key = `${networkOf(ip)} ${userAgent}`
    const earlier = before.get(key)
    const sender: Sender = senders.get(key) ?? { sessions: new Map(), isBurst: false }
    if (sender.sessions.size === 0 && senders.size < MOST_SENDERS) senders.set(key, sender)
    const name = events[0]?.sessionId ?? ''
    const known = sender.sessions.get(name)
    const isFlagged =
      (known ?? earlier?.sessions.get(name))?.isFlagged ?? (sender.isBurst || earlier?.isBurst === true)
    const session = known ?? { first: done[0]?.type === 'visit' ? done[0].id : '', at: now, isFlagged }
    if (done.some(({ id }) => id !== session.first)) session.first = ''
    if (!known) {
      if (sender.sessions.size < MOST_SESSIONS) sender.sessions.set(name, session)
      sender.isBurst ||= looksMade([...sender.sessions.values()], now)
    }
    return isFlagged
  }
}

const looksMade = (sessions: readonly Session[], now: number): boolean =>
  areOnePage(sessions, AT_ONCE) ||
  areOnePage(
    sessions.filter(({ at }) => at <= now - SETTLE_MS),
    SETTLED,
  )

const areOnePage = (looked: readonly Session[], { sessions, share }: typeof SETTLED): boolean =>
  looked.length >= sessions && looked.filter(({ first }) => first !== '').length >= looked.length * share
