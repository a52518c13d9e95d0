/**
 * Computes every number from the log's entries, by plain loops in memory. Shares only the log's format with the projector. All numbers are
 * in one flat list, so that a failed comparison says which number differs.
 */
import type { LogEnvelope, LoggedEvent, Utm } from '@firsttouch/ingest/events'

export type Entry = { partition: number; offset: number; value: string }
export type Numbers = Map<string, number | string>
type Kept = { event: LoggedEvent; userAgent: string; bot: boolean; place: number[] }

export type Reference = {
  ids: Set<string>
  /** Events in the log, with repeats. */
  logged: number
  numbers: Numbers
}

export const referenceOf = (entries: Entry[]): Reference => {
  const kept = [...firstOfEachId(entries).values()]
  const numbers: Numbers = new Map()
  const add = (name: string) => numbers.set(name, Number(numbers.get(name) ?? 0) + 1)
  const sessions = new Set<string>()
  for (const { event, bot } of kept) {
    add('events')
    add(`events ${event.type}${bot ? ' of bots' : ''}`)
    sessions.add(event.sessionId)
    if (!bot) countHuman(event, add)
  }
  numbers.set('sessions', sessions.size)
  const humans = kept.filter(({ bot }) => !bot).map(({ event }) => event)
  countPeople(humans, numbers, add)
  countVisitors(humans, numbers, add)
  countVariants(humans, add)
  countRecords(
    kept.map(({ event }) => event),
    numbers,
  )
  countFunnel(humans, add)
  countLandings(
    kept.filter(({ bot }) => !bot),
    add,
  )
  const logged = entries.reduce((sum, { value }) => sum + (JSON.parse(value) as LogEnvelope).events.length, 0)
  return { ids: new Set(kept.map(({ event }) => event.id)), logged, numbers }
}

/** Partitions have no common order. The lowest offset wins, then the partition, then the index in the entry. */
const firstOfEachId = (entries: Entry[]): Map<string, Kept> => {
  const first = new Map<string, Kept>()
  for (const { partition, offset, value } of entries) {
    const envelope = JSON.parse(value) as LogEnvelope
    envelope.events.forEach((event, index) => {
      const place = [offset, partition, index]
      const other = first.get(event.id)
      if (!other || isBefore(place, other.place))
        first.set(event.id, { event, userAgent: envelope.userAgent, bot: envelope.bot !== '', place })
    })
  }
  return first
}

const isBefore = (a: number[], b: number[]): boolean => {
  const at = a.findIndex((value, i) => value !== b[i])
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0)
}

const quarterHourOf = (time: number): string => new Date(Math.floor(time / 900_000) * 900_000).toISOString()

const countHuman = (event: LoggedEvent, add: (name: string) => void): void => {
  if ('version' in event || event.type === 'engagement') return
  const quarterHour = quarterHourOf(Date.parse(event.occurredAt))
  if (event.type === 'ab_test') {
    add('A/B in minutes')
    add(`A/B ${event.testName} ${event.variant} ${event.event}`)
    if (event.event === 'conversion')
      add(`A/B breakdown ${event.testName} ${event.variant} ${event.conversionType}`)
    return
  }
  add(`${event.type}s`)
  add(`${event.type}s in minutes`)
  add(`${event.type}s at ${quarterHour}`)
  add(`${event.type}s of campaign "${event.utm.utm_campaign}"`)
  add(`${event.type}s by ${channelOf(event.utm)}`)
  if (event.type === 'visit') add(`visits from "${event.utm.utm_source}"`)
  else add(`conversions by ${event.conversionType}`)
}

/** Channel for the tags that the tests send, without a referrer. */
const channelOf = ({ utm_source, utm_medium, utm_campaign }: Utm): string => {
  const [paid, unpaid] = CHANNELS[utm_source] ?? ['Paid other', 'Referral']
  if (utm_medium === 'cpc') return paid
  return utm_source === '' && utm_medium === '' && utm_campaign === '' ? 'Direct' : unpaid
}
const CHANNELS: Record<string, [paid: string, unpaid: string]> = {
  google: ['Paid search', 'Organic search'],
  facebook: ['Paid social', 'Organic social'],
  direct_mail: ['Paid other', 'Print and QR'],
}

/** Visits by the landing page of their session. */
const countVariants = (events: LoggedEvent[], add: (name: string) => void): void => {
  for (const own of Map.groupBy(events, event => event.sessionId).values()) {
    const visits = own
      .filter(event => event.type === 'visit')
      .map(({ occurredAt, utm }) => ({
        at: Date.parse(occurredAt),
        by: `${utm.utm_source}/${utm.utm_campaign}`,
        source: utm.utm_source,
      }))
    const [assigned] = own
      .filter(event => event.type === 'ab_test')
      .filter(({ event, testName }) => event === 'variant_assigned' && testName === 'landingPage')
      .toSorted((a, b) => alphabetical(a.occurredAt, b.occurredAt) || alphabetical(a.variant, b.variant))
    if (!assigned) continue
    for (const { at, by, source } of visits) {
      add(`visits of ${assigned.variant} at ${quarterHourOf(at)} by ${by}`)
      add(`visits of ${assigned.variant} at ${quarterHourOf(at)} by all of ${source}`)
    }
  }
}

type Exposure = { test: string; arm: string; at: number; arms: Set<string> }

/** Visitors by variant, converters (on the site or in this test) from the first exposure on, and sessions that saw both variants. */
const countPeople = (events: LoggedEvent[], numbers: Numbers, add: (name: string) => void): void => {
  const exposures = new Map<string, Exposure>()
  const lastConversion = new Map<string, number>()
  for (const event of events) {
    const at = Date.parse(event.occurredAt)
    if (event.type === 'ab_test' && event.event === 'variant_assigned') {
      const key = `${event.testName} ${event.sessionId}`
      const known = exposures.get(key) ?? { test: event.testName, arm: event.variant, at, arms: new Set() }
      known.arms.add(event.variant)
      if (at < known.at || (at === known.at && event.variant < known.arm))
        Object.assign(known, { arm: event.variant, at })
      exposures.set(key, known)
    } else if (event.type === 'conversion' || event.type === 'ab_test') {
      const key = `${event.type === 'ab_test' ? event.testName : ''} ${event.sessionId}`
      lastConversion.set(key, Math.max(at, lastConversion.get(key) ?? 0))
    }
  }
  for (const [key, { test, arm, at, arms }] of exposures) {
    numbers.set(`first exposure ${key}`, `${arm} at ${new Date(at).toISOString()}`)
    const converted = ['', test].some(
      of => (lastConversion.get(`${of} ${key.slice(test.length + 1)}`) ?? -1) >= at,
    )
    for (const tier of ['', ' in minutes']) {
      add(`${arms.size > 1 ? 'both arms' : 'visitors'} ${test} ${arm}${tier}`)
      if (arms.size === 1 && converted) add(`converters ${test} ${arm}${tier}`)
    }
  }
}

/** Sessions by campaign, each at its first visit through that campaign. */
const countVisitors = (events: LoggedEvent[], numbers: Numbers, add: (name: string) => void): void => {
  const first = new Map<string, { campaign: string; at: number }>()
  for (const event of events) {
    if (event.type !== 'visit' || event.utm.utm_campaign === '') continue
    const campaign = event.utm.utm_campaign
    const key = `${campaign} ${event.sessionId}`
    const at = Math.min(Date.parse(event.occurredAt), first.get(key)?.at ?? Number.POSITIVE_INFINITY)
    first.set(key, { campaign, at })
  }
  for (const [key, { campaign, at }] of first) {
    numbers.set(`first visit ${key}`, new Date(at).toISOString())
    for (const tier of ['', ' in minutes', ` at ${quarterHourOf(at)}`])
      add(`visitors of campaign "${campaign}"${tier}`)
  }
}

/** The state of each lead and campaign by its highest version, and the number of its events. */
const countRecords = (events: LoggedEvent[], numbers: Numbers): void => {
  const told = Map.groupBy(
    events.filter(event => 'version' in event),
    nameOf,
  )
  for (const [name, all] of told) {
    const last = all.reduce((a, b) => (b.version > a.version ? b : a))
    numbers.set(name, [...standOf(last), `told ${all.length} times`].join(' | '))
  }
}

type RecordEvent = Extract<LoggedEvent, { version: number }>

const nameOf = (event: RecordEvent): string => {
  if ('lead' in event) return `lead ${event.lead}`
  if ('change' in event) return `change ${event.change}`
  return 'spend' in event ? `spend ${event.spend}` : `campaign ${event.campaign}`
}

const standOf = (last: RecordEvent): unknown[] => {
  if ('change' in last)
    return [last.experiment, last.number, last.state, last.winner ?? '', last.shares.join(), last.version]
  const { utm_campaign } = last.utm
  if ('lead' in last) {
    const { status, sessionId, variant, spam, deleted, trial, onboarding } = last
    return [status, sessionId, variant, spam, deleted, trial, onboarding, utm_campaign]
  }
  return 'spend' in last
    ? [
        last.day,
        last.cost === null ? 'none' : Number(last.cost),
        last.clicks ?? 'none',
        last.currency,
        utm_campaign,
      ]
    : [last.name, last.active, utm_campaign]
}

/** Sessions and their visits, by day and campaign of the session's first visit. */
const countFunnel = (events: LoggedEvent[], add: (name: string) => void): void => {
  const visits = events.filter(event => event.type === 'visit')
  for (const all of Map.groupBy(visits, event => event.sessionId).values()) {
    const [first] = all.toSorted(
      (a, b) =>
        Date.parse(a.occurredAt) - Date.parse(b.occurredAt) ||
        alphabetical(a.utm.utm_source, b.utm.utm_source) ||
        alphabetical(a.utm.utm_medium, b.utm.utm_medium) ||
        alphabetical(a.utm.utm_campaign, b.utm.utm_campaign),
    )
    if (!first) continue
    const of = `of the funnel on ${first.occurredAt.slice(0, 10)} by "${first.utm.utm_campaign}"`
    add(`sessions ${of}`)
    for (const _ of all) add(`visits ${of}`)
  }
}
const alphabetical = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Totals by each session's first page and device: the session once, its visits and conversions when they occurred. */
const countLandings = (kept: Kept[], add: (name: string) => void): void => {
  const sessions = Map.groupBy(
    kept.filter(({ event }) => event.type === 'visit' || event.type === 'conversion').map(done),
    one => one.session,
  )
  for (const own of sessions.values()) {
    const visits = own.filter(({ type }) => type === 'visit')
    const first = (visits.length > 0 ? visits : own).toSorted((a, b) => (a.order < b.order ? -1 : 1))[0]
    const began = Math.min(...own.map(({ at }) => at))
    if (!first) continue
    for (const { type, at, utm, source, keyword, ad } of [...own, { ...first, type: 'session', at: began }]) {
      add(`${type}s landed on "${first.page}" in minutes`)
      const place = quarterHourOf(at)
      for (const by of [utm, `all of ${source}`])
        add(`${type}s landed on "${first.page}" at ${place} by ${by}`)
      add(`${type}s by ${first.device} at ${place} by ${utm}`)
      add(`${type}s for "${keyword}" at ${place} by all of ${source}`)
      add(`${type}s of ad "${ad}" at ${place} by all of ${source}`)
      for (const one of first.device.split(' '))
        add(`${type}s by ${one} alone at ${place} by all of ${source}`)
    }
  }
}

const done = ({ event, userAgent }: Kept) => {
  if (event.type !== 'visit' && event.type !== 'conversion') throw new Error(`${event.type} has no page`)
  const { type, sessionId: session, pagePath: page } = event
  const source = event.utm.utm_source
  const utm = `${source}/${event.utm.utm_campaign}`
  const device = DEVICE_OF[userAgent] ?? 'unknown unknown'
  const order = [
    event.occurredAt,
    page,
    device.split(' '),
    event.utm.utm_source,
    event.utm.utm_campaign,
  ].join('\0')
  const { utm_term: keyword, utm_content: ad } = event.utm
  return { type, session, page, utm, source, keyword, ad, device, order, at: Date.parse(event.occurredAt) }
}

/** Devices of the user agents that the tests send. */
const DEVICE_OF: Record<string, string> = {
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1':
    'mobile Safari',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36':
    'desktop Chrome',
}
export const AGENTS = ['Mozilla/5.0', ...Object.keys(DEVICE_OF)]
