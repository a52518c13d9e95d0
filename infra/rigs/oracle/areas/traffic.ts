import { addDays, dayOf, sameTimeOn, startOf } from '../days.ts'
import { mostFrequent, unknownTagName, unknownTagsOf } from '../definitions/campaigns.ts'
import { channelOf, isFrom, siteOf } from '../definitions/channels.ts'
import { type Session, sessionsOf } from '../definitions/sessions.ts'
import {
  type Asked,
  countedIn,
  countsOf,
  type Filter,
  firstDay,
  isBy,
  isConversion,
  isCounted,
  isVisit,
  isWithin,
  rateOf,
  sourceOf,
} from '../definitions/traffic.ts'
import type { Business, Event } from '../facts.ts'
import { asked, daysBefore, FILTERS, iso, type Look, queryOf, type Range, rangesOf } from './look.ts'

export const compareTraffic = async (look: Look): Promise<void> => {
  for (const range of rangesOf(look)) {
    await compareUnknownTags(look, range)
    for (const filter of FILTERS) {
      await compareAnalytics(look, range, filter)
      await compareOrigins(look, range, filter)
      await compareSeries(look, range, filter)
      await compareBeginnings(look, range, filter)
    }
  }
}

type SourceRow = { source: string; visits: number; conversions: number }

const compareAnalytics = async (
  { system, business, compare }: Look,
  range: Range,
  filter: Filter,
): Promise<void> => {
  const call = `/api/admin/analytics${queryOf(range, filter)}`
  const theirs = await system.get<{
    topSources: SourceRow[]
    conversionsByType: { conversionType: string }[]
  }>(call)
  const events = countedIn(business, asked(range, filter))
  const counts = countsOf(events)
  const because = () => events
  compare.same('ranges', call, { range: { from: range.from, to: range.to, timeZone: business.zone } }, theirs)
  compare.same(
    'analytics totals',
    call,
    {
      totalVisits: counts.visits,
      totalConversions: counts.conversions,
      conversionRate: rateOf(counts),
    },
    theirs,
    because,
  )
  const everybodys = business.events.filter(
    event =>
      event.kind === 'visit' &&
      isWithin(business.zone, event.at, range) &&
      isBy(event.tags, filter) &&
      isFrom(event, filter),
  )
  const made = (reason: RegExp) => everybodys.filter(({ agent }) => reason.test(agent.bot)).length
  compare.same(
    'analytics leftOut',
    call,
    {
      leftOut: { bots: made(/^user_agent/), internal: made(/^internal_/), suspicious: made(/^suspicious_/) },
    },
    theirs,
    () => everybodys,
  )
  const byType = [...Map.groupBy(events.filter(isConversion), ({ type }) => type)]
  compare.rows(
    'analytics conversionsByType',
    call,
    row => String(row.conversionType),
    byType.map(([conversionType, all]) => ({ conversionType, count: all.length })),
    theirs.conversionsByType,
    () => events.filter(isConversion),
  )
  const bySource = [
    ...Map.groupBy(countedIn(business, asked(range, { ...filter, source: undefined })), ({ tags }) =>
      sourceOf(tags),
    ),
  ]
  const all = bySource
    .map(([source, own]) => ({ source, ...countsOf(own) }))
    .toSorted((a, b) => b.visits - a.visits)
  // If several sources tie for tenth place, any of them may be listed.
  const listed = new Set(theirs.topSources.map(({ source }) => source))
  const least = all.length > 10 ? (all[9]?.visits ?? 0) : -1
  const ours = all.filter(({ source, visits }) => visits > least || (visits === least && listed.has(source)))
  compare.rows(
    'sources',
    call,
    row => String(row.source),
    ours,
    theirs.topSources,
    row => events.filter(({ tags }) => sourceOf(tags) === row?.source),
  )
  const visits = theirs.topSources.map(source => source.visits)
  compare.same(
    'sources',
    `${call}, their order`,
    visits.toSorted((a, b) => b - a),
    visits,
  )
}

type OriginRow = { channel: string; site?: string; visits: number; conversions: number }

/** A list ignores the filter by its dimension: the list of channels, for example, ignores the filter by channel. */
const compareOrigins = async (
  { system, business, compare }: Look,
  range: Range,
  filter: Filter,
): Promise<void> => {
  const call = `/api/admin/analytics${queryOf(range, filter)}`
  const theirs = await system.get<{
    channels: (OriginRow & { conversionRate: number })[]
    referringSites: OriginRow[]
  }>(call)
  const counted = (list: readonly Event[], keyOf: (event: Event) => string) =>
    [...Map.groupBy(list, keyOf)].map(([key, own]) => ({ key, ...countsOf(own) }))
  const ofChannels = countedIn(business, asked(range, { ...filter, channel: undefined }))
  compare.rows(
    'channels',
    call,
    row => String(row.channel),
    counted(ofChannels, channelOf).map(
      ({ key: channel, ...counts }): OriginRow & { conversionRate: number } => ({
        ...{ channel, ...counts, conversionRate: rateOf(counts) },
      }),
    ),
    theirs.channels,
    row => ofChannels.filter(event => channelOf(event) === row?.channel),
  )
  const keyOf = (event: Event) => `${siteOf(event)}\n${channelOf(event)}`
  const ofSites = countedIn(business, asked(range, { ...filter, referringSite: undefined })).filter(
    event => siteOf(event) !== '' && channelOf(event) !== 'Internal',
  )
  const all = counted(ofSites, keyOf).toSorted((a, b) => b.visits - a.visits)
  // If several sites tie for tenth place, any of them may be listed.
  const listed = new Set(theirs.referringSites.map(({ site, channel }) => `${site}\n${channel}`))
  const least = all.length > 10 ? (all[9]?.visits ?? 0) : -1
  compare.rows(
    'referring sites',
    call,
    row => `${row.site}\n${row.channel}`,
    all
      .filter(({ key, visits }) => visits > least || (visits === least && listed.has(key)))
      .map(({ key, ...counts }): OriginRow => {
        const [site = '', channel = ''] = key.split('\n')
        return { site, channel, ...counts }
      }),
    theirs.referringSites,
    row => ofSites.filter(event => keyOf(event) === `${row?.site}\n${row?.channel}`),
  )
}

type Point = { at: string; visits: number; conversions: number; previous: Omit<Point, 'previous'> | null }
type Series = {
  range: { from: string; to: string }
  step: string
  points: Point[]
  previous: { from: string; to: string; until: string | null } | null
}

/** Where the previous range ends if the range ends today: at the same time of day, rounded up to a quarter of an hour. */
export const untilOf = ({ zone, now }: Business, range: Range): number | null => {
  const before = daysBefore(range)
  if (!before || range.to !== dayOf(zone, now)) return null
  return Math.ceil(sameTimeOn(zone, before.to, now) / 900_000) * 900_000
}

const compareSeries = async (look: Look, range: Range, filter: Filter): Promise<void> => {
  const { system, business, compare } = look
  const call = `/api/admin/timeseries${queryOf(range, filter)}`
  const theirs = await system.get<Series>(call)
  const { zone, now } = business
  const today = dayOf(zone, now)
  const since = firstDay(business)
  const from = range.from ?? since ?? today
  const to = range.to ?? today
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const step = days <= 2 ? 'hour' : days <= 400 ? 'day' : 'month'
  const events = countedIn(business, asked({ ...range, from, to }, filter))
  compare.same(
    'series',
    call,
    { range: { from, to, timeZone: zone }, since, step, totals: countsOf(events) },
    theirs,
    () => events,
  )
  const ends = theirs.points.map((_, index) =>
    Date.parse(theirs.points[index + 1]?.at ?? iso(startOf(zone, addDays(to, 1)))),
  )
  const within = (list: readonly Event[], start: number, end: number) =>
    countsOf(list.filter(({ at }) => at >= start && at < end))
  // Check when each day begins. For hours and months, only check that the points cover the range.
  if (step === 'day')
    compare.same(
      'series',
      call,
      theirs.points.map((_, index) => ({ at: iso(startOf(zone, addDays(from, index))) })),
      theirs.points,
    )
  if (theirs.points[0]) compare.same('series', call, iso(startOf(zone, from)), theirs.points[0].at)
  compare.same(
    'series points',
    call,
    theirs.points.map(({ at }, index) => within(events, Date.parse(at), ends[index] ?? 0)),
    theirs.points,
    () => events,
  )

  const before = daysBefore(range)
  const isWhole = before !== null && since !== null && before.from >= since
  compare.same('comparisons', call, isWhole, theirs.previous !== null)
  if (!before || !isWhole || !theirs.previous) return
  const until = untilOf(business, range)
  const cut = countedIn(business, asked({ query: '', ...before }, filter)).filter(
    ({ at }) => until === null || at < until,
  )
  compare.same(
    'comparisons',
    call,
    { ...before, until: until === null ? null : iso(until), ...countsOf(cut) },
    theirs.previous,
    () => cut,
  )
  const parts = theirs.points.flatMap(({ previous }) => previous ?? [])
  const sums = {
    visits: parts.reduce((sum, part) => sum + part.visits, 0),
    conversions: parts.reduce((sum, part) => sum + part.conversions, 0),
  }
  compare.same('comparisons', `${call}, its points together`, countsOf(cut), sums, () => cut)
}

type Beginnings = { sessions: number; visits: number; conversions: number; conversionRate: number }

/** Totals by `nameOf` a session, such as its page. Sessions count on their first day, events on their own day. */
const beginningsOf = (
  { business, sessions }: { business: Business; sessions: readonly Session[] },
  of: Asked & { until?: number | null },
  nameOf: (session: Session) => string,
): Map<string, Beginnings> => {
  const counts = new Map<string, Beginnings>()
  const isIn = (event: Event) =>
    isWithin(business.zone, event.at, of) &&
    isBy(event.tags, of) &&
    isFrom(event, of) &&
    (of.until == null || event.at < of.until)
  for (const session of sessions) {
    const own = session.events.filter(isIn)
    const begins = isIn(session.first)
    if (own.length === 0 && !begins) continue
    const name = nameOf(session)
    const sum = counts.get(name) ?? { sessions: 0, visits: 0, conversions: 0, conversionRate: 0 }
    counts.set(name, sum)
    sum.sessions += begins ? 1 : 0
    sum.visits += own.filter(isVisit).length
    sum.conversions += own.filter(isConversion).length
    sum.conversionRate = rateOf(sum)
  }
  return counts
}

const NONE: Beginnings = { sessions: 0, visits: 0, conversions: 0, conversionRate: 0 }

const compareBeginnings = async (look: Look, range: Range, filter: Filter): Promise<void> => {
  const { system, business, compare } = look
  const sessions = sessionsOf(business)
  const before = daysBefore(range)
  const since = firstDay(business)
  const isCompared = before !== null && since !== null && before.from >= since
  const until = untilOf(business, range)
  const lists = [
    ['landing pages', 'landing-pages', 'pages', 'page', (session: Session) => session.landingPage],
    ['devices', 'devices', 'devices', 'device', ({ first }: Session) => first.agent.device],
    ['devices', 'devices', 'browsers', 'browser', ({ first }: Session) => first.agent.browser],
  ] as const
  for (const [area, path, list, key, nameOf] of lists) {
    const call = `/api/admin/${path}${queryOf(range, filter)}`
    const theirs = await system.get<{ totals: object } & Record<string, Record<string, unknown>[]>>(call)
    const own = beginningsOf({ business, sessions }, asked(range, filter), nameOf)
    const previous = isCompared
      ? beginningsOf({ business, sessions }, { ...asked({ query: '', ...before }, filter), until }, nameOf)
      : null
    const total = [...own.values()].reduce(
      (sum, one) => ({
        sessions: sum.sessions + one.sessions,
        visits: sum.visits + one.visits,
        conversions: sum.conversions + one.conversions,
        conversionRate: 0,
      }),
      NONE,
    )
    const because = () => countedIn(business, asked(range, filter))
    compare.same(area, call, { totals: { ...total, conversionRate: rateOf(total) } }, theirs, because)
    compare.rows(
      area,
      call,
      row => String(row[key]),
      [...own].map(
        ([name, counts]): Record<string, unknown> => ({
          [key]: name,
          ...counts,
          previous: previous === null ? null : (previous.get(name) ?? NONE),
        }),
      ),
      theirs[list] ?? [],
      (row?: Record<string, unknown>) =>
        sessions.filter(session => nameOf(session) === row?.[key]).map(({ first }) => first),
    )
  }
}

const compareUnknownTags = async ({ system, business, compare }: Look, range: Range): Promise<void> => {
  const call = `/api/admin/unknown-tags${queryOf(range)}`
  type Tag = { utmCampaign: string; utmSource: string; utmMedium: string; lastAt: string }
  const theirs = await system.get<{ total: number; tags: Tag[] }>(call)
  const counted = business.events.filter(
    event => isCounted(event) && isWithin(business.zone, event.at, range),
  )
  const ours = unknownTagsOf(business, counted)
  compare.same('unknown tags', call, ours.length, theirs.total, () => ours)
  compare.rows(
    'unknown tags',
    call,
    nameOfTag,
    ours.map(({ name, utmCampaign, visits, conversions }) => {
      const there = theirs.tags.find(tag => nameOfTag(tag) === name)
      const often = (name: 'source' | 'medium', said = '') => {
        const most = mostFrequent(visits.map(({ tags }) => (name === 'source' ? sourceOf(tags) : tags[name])))
        return most.includes(said) ? said : most[0]
      }
      return {
        utmCampaign,
        utmSource: often('source', there?.utmSource),
        utmMedium: often('medium', there?.utmMedium),
        clicks: visits.length,
        conversions,
        // The product stores this time in quarter-hours.
        lastAt: iso(Math.floor(Math.max(...visits.map(({ at }) => at)) / 900_000) * 900_000),
      }
    }),
    theirs.tags,
    row => ours.find(({ name }) => row && name === nameOfTag(row))?.visits ?? [],
  )
}

const nameOfTag = (tag: Record<string, unknown>): string =>
  unknownTagName(`${tag.utmCampaign}`, `${tag.utmSource}`, `${tag.utmMedium}`)
