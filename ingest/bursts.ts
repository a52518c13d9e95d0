/**
 * A burst is many one-page sessions from one sender. A sender is the combination of a network and a user agent. Each
 * process counts in its own memory. The log stores the result with the event, so a rebuild gets the same result.
 */
import { isLocal, networkOf } from '@firsttouch/infra/platform/network'
import { MINUTE_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { LoggedEvent } from './events.ts'

/**
 * A sender is a burst if it has at least `sessions` sessions in a quarter-hour, of which at least `share` have one page.
 * SETTLED counts only sessions older than two minutes. `infra/rigs/inputs/human-hour.test.ts` has people's hours.
 */
const SETTLED = { sessions: 60, share: 0.95 }
const AT_ONCE = { sessions: 300, share: 0.99 }
const SETTLE_MS = 2 * MINUTE_MS
/** Memory bound. In a quarter-hour with more senders, the later senders are not checked. */
const MOST_SENDERS = 50_000
/** Memory bound for one sender. Later sessions are not counted. */
const MOST_SESSIONS = 2_000

/** `first` is the id of the session's first visit. Empty once the session has a conversion or another visit. */
type Session = { first: string; at: number; isFlagged: boolean }
type Sender = { sessions: Map<string, Session>; isBurst: boolean }

/** Decides at the first events of a session. The decision holds for the whole session. */
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
