/** Generates a random history: actions of visitors and staff, failures, and machine steps between them. */
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import { campaign, conversion, envelopeOf, exposure, lead, NOON, visit } from '../testing/events.ts'
import { REFUSED_PAGE } from './store-model.ts'
import { oneOf, type Random } from './world.ts'

export const PARTITIONS = 2
export type Action =
  | { what: 'append'; partition: number; value: string; key: string; says: string }
  | { what: 'erase'; session: string }
  | {
      what:
        | 'replay'
        | 'accept the refused page'
        | 'merge'
        | 'next day'
        | 'power cut'
        | 'crash'
        | 'standby crashes'
    }
  | { what: 'freeze'; ms: number }
  | { what: 'outages'; share: number }
/** `after`: how many steps the machine takes before this action. */
export type Step = Action & { after: number }
export type History = { seed: number; isBuilding: boolean; losesEvents: boolean; steps: Step[] }

const MINUTE = 60_000
const VARIANTS = ['a', 'b']
const DAY = 1_440 * MINUTE
export const SESSIONS = [0, 1_000, 16 * MINUTE, -DAY].map((began, at) => `utm_${NOON + began}_s${at}`)
const KEY = '01890000-0000-4000-8000-00000000000'

export const historyOf = (seed: number, random: Random): History => {
  const told: LoggedEvent[] = []
  /** Whether a power cut loses rows of `events`. Counts are then exact only if each id is in one partition. */
  const losesEvents = random() < 0.5
  const idAt = (at: number) =>
    v7({ msecs: at, random: Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)) })
  const eventOf = (sessionId: string): LoggedEvent => {
    const at = NOON + oneOf(random, [0, 500, MINUTE, 17 * MINUTE, -MINUTE, -DAY, -2 * DAY])
    const utm = {
      utm_source: oneOf(random, ['', 'google']),
      utm_campaign: oneOf(random, ['', 'spring', 'summer']),
    }
    const link = { ...utm, utm_term: utm.utm_campaign && `${utm.utm_campaign} ${utm.utm_source}` }
    const own = { sessionId, at, id: idAt(at) }
    const kind = random()
    if (kind < 0.45)
      return visit({
        ...own,
        utm: link,
        pagePath: oneOf(random, ['/', `/of/${sessionId}`, random() < 0.3 ? REFUSED_PAGE : '/offer']),
      })
    if (kind < 0.65) return conversion({ ...own, utm: link, pagePath: `/of/${sessionId}` })
    if (kind < 0.8)
      return {
        ...exposure(oneOf(random, VARIANTS), sessionId, at),
        id: own.id,
        event: oneOf(random, ['variant_assigned', 'conversion']),
      }
    const version = 1 + Math.floor(random() * 3)
    if (kind < 0.95)
      return lead({
        sessionId,
        at: NOON,
        lead: `${KEY}${SESSIONS.indexOf(sessionId)}`,
        version,
        status: oneOf(random, ['new', 'qualified']),
        utm,
      })
    return { ...campaign({ campaign: `${KEY}a`, version, utm }), sessionId: '' }
  }
  /** Events of one session: new, repeated, or a different event under a repeated id. */
  const eventsOf = (sessionId: string): LoggedEvent[] =>
    Array.from({ length: oneOf(random, [1, 1, 1, 2]) }, () => {
      const before = told.filter(one => one.sessionId === sessionId)
      const [choice, other] = [random(), before.length > 0 ? oneOf(random, before) : undefined]
      const event = other && choice < 0.25 ? other : eventOf(sessionId)
      const isAnother =
        other &&
        choice >= 0.25 &&
        choice < 0.4 &&
        event.type !== 'campaign_changed' &&
        !('lead' in event) &&
        !('lead' in other)
      const made = isAnother ? { ...event, id: other.id } : event
      told.push(made)
      return made
    })
  const append = (): Action => {
    const sessionId = oneOf(random, SESSIONS)
    const [first, ...others] = eventsOf(sessionId)
    // Staff records have separate entries.
    const events =
      first?.type === 'campaign_changed'
        ? [first]
        : [first as LoggedEvent, ...others.filter(({ type }) => type !== 'campaign_changed')]
    const readable = JSON.stringify(envelopeOf(events, { bot: random() < 0.1 ? 'user_agent' : '' }))
    const value =
      random() < 0.05 ? oneOf(random, ['none', '{"v":9}', `{"v":1,"events":[{"type":"visit"}]}`]) : readable
    // Usually the partition of the session. A client's retry may reach another partition.
    const partition =
      losesEvents || random() < 0.7
        ? SESSIONS.indexOf(sessionId) % PARTITIONS
        : Math.floor(random() * PARTITIONS)
    return {
      what: 'append',
      partition,
      key: events[0]?.sessionId ?? '',
      value,
      says: events.map(({ type, id, sessionId }) => `${type} ${id} of ${sessionId}`).join(', '),
    }
  }
  const misfortune = (): Action => {
    const dice = random()
    if (dice < 0.3) return { what: 'crash' }
    if (dice < 0.6) return { what: 'freeze', ms: 500 + Math.floor(random() * 20_000) }
    if (dice < 0.7) return { what: 'power cut' }
    if (dice < 0.8) return { what: 'outages', share: oneOf(random, [0, 0.05, 0.2]) }
    if (dice < 0.9) return { what: 'merge' }
    return { what: 'standby crashes' }
  }
  const deed = (): Action => {
    const dice = random()
    if (dice < 0.25) return { what: 'erase', session: oneOf(random, SESSIONS) }
    if (dice < 0.5) return { what: 'accept the refused page' }
    // `progress` does not cover the inserts of a replay. A leader could not detect their loss, so such a history has no
    // replay.
    if (dice < 0.8) return { what: losesEvents ? 'merge' : 'replay' }
    return { what: 'next day' }
  }
  const steps = Array.from({ length: 6 + Math.floor(random() * 14) }, (): Step => {
    const dice = random()
    const action = dice < 0.6 ? append() : dice < 0.82 ? misfortune() : deed()
    return { ...action, after: Math.floor(random() * (random() < 0.3 ? 60 : 12)) }
  })
  return { seed, isBuilding: random() < 0.2, losesEvents, steps }
}
