/** Random events with the irregularities of a log: late, repeated, with conflicting ids, from bots, from sessions without a time. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { CONVERSION_TYPES, type LoggedEvent } from '@firsttouch/ingest/events'
import { conversion, exposure, lead, recordsOf, visit } from '@firsttouch/projector/testing/events'
import type { Random } from './simulation.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const SESSIONS = 40
const PER_BATCH = 40

export const SOURCES = ['', 'google', 'bing', 'direct']
export const CAMPAIGNS = ['', 'spring', 'Spring', 'autumn']
export const VARIANTS = ['control', 'v2']

export const openChance = (random: Random) => {
  const whole = (below: number) => Math.floor(random() * below)
  const one = <T>(of: readonly T[]): T => of[whole(of.length)] as T
  return { random, whole, one }
}
export type Chance = ReturnType<typeof openChance>

/** A time in one of three nights, near the midnights of many zones. */
export const inTheNight = ({ whole }: Chance, midnight: number): number =>
  midnight + (whole(3) - 1) * DAY + whole(360) * MINUTE - 120 * MINUTE

const KINDS = ['visit', 'conversion', 'shown', 'converted', 'lead'] as const
/** Kinds with their relative frequency. */
const MIXED = KINDS.flatMap((kind, i) => Array<typeof kind>([10, 3, 5, 1, 1][i] ?? 1).fill(kind))

/** Generates batches. The number of sessions is small, so most of them recur in later batches. */
export const randomBatches = (chance: Chance, midnight: number) => {
  const { random, whole, one } = chance
  const sessions = Array.from({ length: SESSIONS }, (_, i) => {
    const began = inTheNight(chance, midnight)
    return { name: i % 8 === 0 ? `no-time-${i}` : `utm_${began}_${i}`, began, variant: one(VARIANTS) }
  })
  const sent: LoggedEvent[] = []
  let offset = 0

  const event = (kind: (typeof KINDS)[number]): LoggedEvent => {
    const { name: sessionId, began, variant } = one(sessions)
    // Whole seconds in few minutes, so that some times are equal.
    const at = began + whole(40) * MINUTE + whole(3) * 1_000
    const occurredAt = new Date(random() < 0.1 ? at + (whole(60) - 30) * DAY : at).toISOString()
    const utm = { utm_source: one(SOURCES), utm_campaign: one(CAMPAIGNS) }
    if (kind === 'visit') return visit({ sessionId, at, occurredAt, utm })
    const conversionType = one([...CONVERSION_TYPES, 'of another release'])
    if (kind === 'conversion') return conversion({ sessionId, at, occurredAt, utm, conversionType })
    const testName = random() < 0.2 ? 'trialHeading' : 'landingPage'
    const shown = {
      ...exposure(random() < 0.1 ? one(VARIANTS) : variant, sessionId, at),
      occurredAt,
      testName,
    }
    if (kind === 'shown') return shown
    if (kind === 'converted') return { ...shown, event: 'conversion', conversionType }
    const [trial, onboarding, spam] = [random() < 0.5, random() < 0.5, random() < 0.2]
    const key = `01890000-0000-4000-8000-${String(sessions.findIndex(({ name }) => name === sessionId)).padStart(12, '0')}`
    const status = one(['new', 'qualified', 'closed'])
    return lead({ sessionId, lead: key, at: began, occurredAt, version: 1 + whole(4), status, trial, onboarding, spam, utm }) // biome-ignore format: one line
  }
  const again = (): LoggedEvent => {
    const before = one(sent)
    const other = event(one(MIXED))
    const isConflict = random() < 0.5 && !/^lead/.test(before.type) && !/^lead/.test(other.type)
    return isConflict ? ({ ...other, id: before.id, sessionId: before.sessionId } as LoggedEvent) : before
  }

  return (): LogRecord[] => {
    // Some batches have only one kind, so that no other kind refreshes the same buckets.
    const only = random() < 0.6 ? one(KINDS) : undefined
    const events = Array.from({ length: only ? PER_BATCH / 4 : PER_BATCH }, () =>
      sent.length > 0 && !only && random() < 0.2 ? again() : event(only ?? one(MIXED)),
    )
    sent.push(...events)
    const records = events.flatMap(own =>
      recordsOf([own], offset++, { bot: random() < 0.1 ? 'user_agent' : '' }),
    )
    // Partitions are read at different times.
    return records.map(record => ({ ...record, partition: record.offset % 3 }))
  }
}
