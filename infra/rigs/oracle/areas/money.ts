/** Costs, campaigns with their cost per result, and the funnel. */
import { dayOf, eachDay } from '../days.ts'
import { isOf, visitorDays } from '../definitions/campaigns.ts'
import { isFrom } from '../definitions/channels.ts'
import { participantsOf } from '../definitions/experiments.ts'
import { isCustomer, isQualified, isTrial, leadsIn } from '../definitions/leads.ts'
import { sessionsOf } from '../definitions/sessions.ts'
import {
  type Cost,
  type Covered,
  costPer,
  costsOf,
  costsOfCampaign,
  costWindow,
  covered,
  unassigned,
  windowBefore,
} from '../definitions/spend.ts'
import {
  countedIn,
  daysOfEvents,
  isConversion,
  isDayIn,
  isVisit,
  isWithin,
  type Filter as TrafficFilter,
} from '../definitions/traffic.ts'
import type { Business, Campaign, Lead } from '../facts.ts'
import { asked, daysBefore, iso, type Look, queryOf, type Range, rangesOf } from './look.ts'
import { untilOf } from './traffic.ts'

export const compareMoney = async (look: Look): Promise<void> => {
  await compareSpend(look)
  for (const range of rangesOf(look)) {
    await compareCampaigns(look, range)
    for (const filter of FILTERS) await compareFunnel(look, range, filter)
  }
}

type Entry = { date: string; utmCampaign: string }
const compareSpend = async ({ system, business, compare }: Look): Promise<void> => {
  const entries: Entry[] = []
  for (let after: string | null = ''; after !== null; ) {
    const query: string = after === '' ? 'limit=100' : `limit=100&after=${encodeURIComponent(after)}`
    const page: { entries: Entry[]; next: string | null } = await system.get(`/api/admin/spend?${query}`)
    entries.push(...page.entries)
    after = page.next
  }
  const listed = costsOf(business)
  compare.rows(
    'spend list',
    '/api/admin/spend',
    row => [row.date, row.utmCampaign, row.utmSource, row.utmMedium].join(' | '),
    listed.map(({ day, campaign, source, medium, pence, clicks }) => ({
      ...{
        date: day,
        utmCampaign: campaign,
        utmSource: source,
        utmMedium: medium,
        cost: pence / 100,
        clicks,
      },
    })),
    entries,
    row => business.spend.filter(({ day, campaign }) => day === row?.date && campaign === row.utmCampaign),
  )
  const dates = entries.map(({ date }) => date)
  compare.same('spend list', '/api/admin/spend, newest day first', dates.toSorted().toReversed(), dates)
}

/** Costs of the range and of the preceding range of equal length. */
const costFigures = (business: Business, costs: readonly Cost[], range: Range) => {
  const window = costWindow(business, costs, range)
  const before = window && windowBefore(business, window, range)
  return {
    now: covered(business, costs, window, range),
    before: before && covered(business, costs, before, before),
    window: before,
  }
}

const onDays = (business: Business, leads: readonly Lead[], cost: Covered | null): Lead[] =>
  leads.filter(({ at }) => cost?.days.has(dayOf(business.zone, at)))

const compareCampaigns = async (look: Look, range: Range): Promise<void> => {
  const { system, business, compare } = look
  const query = queryOf(range, { archived: 'include' })
  const call = `/api/admin/campaigns${query}`
  const theirs = await system.get<{ id: string }[]>(call)
  const costs = costsOf(business)
  const inRange = countedIn(business, asked(range))
  const rowOf = (campaign: Campaign) => {
    const isOwn = isOf(business, campaign)
    const own = inRange.filter(isOwn)
    const leads = leadsIn(business, range).filter(isOwn)
    const openCosts = unassigned(costs, business.campaigns, campaign)
    const { now, before, window } = costFigures(
      business,
      costsOfCampaign(costs, business.campaigns, campaign),
      range,
    )
    const open = costFigures(business, openCosts, range)
    const cost = open.now ? null : now
    const count = (some: readonly Lead[]) => ({
      leads: some.length,
      qualified: some.filter(isQualified).length,
      trials: some.filter(lead => isTrial(business, lead)).length,
      onboarding: some.filter(lead => isCustomer(business, lead)).length,
    })
    const [counts, each] = [count(leads), count(onDays(business, leads, cost))]
    const clicks = own.filter(isVisit)
    const earlier = before
      ? onDays(business, leadsIn(business, { from: null, to: null }).filter(isOwn), before)
      : []
    return {
      id: campaign.id,
      name: campaign.name,
      clicks: clicks.length,
      visitors: visitorDays(business, isOwn).filter(day => range.from === null || isDayIn(day, range)).length,
      conversions: own.filter(isConversion).length,
      leads: counts.leads,
      qualifiedLeads: counts.qualified,
      trials: counts.trials,
      onboarding: counts.onboarding,
      currency: 'GBP',
      cost: cost?.cost ?? null,
      unassignedCost: open.now?.cost ?? null,
      costDays: cost?.costDays ?? null,
      daysWithoutCost: cost?.without ?? null,
      costPerClick: costPer(cost, clicks.filter(({ at }) => cost?.days.has(dayOf(business.zone, at))).length),
      costPerLead: costPer(cost, each.leads),
      costPerQualifiedLead: costPer(cost, each.qualified),
      costPerTrial: costPer(cost, each.trials),
      costPerOnboarding: costPer(cost, each.onboarding),
      leadsOnCostDays: cost ? each.leads : null,
      qualifiedOnCostDays: cost ? each.qualified : null,
      previousCost:
        before && window && !open.before
          ? {
              ...window,
              cost: before.cost,
              costPerLead: costPer(before, earlier.length),
              costPerQualifiedLead: costPer(before, earlier.filter(isQualified).length),
            }
          : null,
    }
  }
  compare.rows(
    'campaigns',
    call,
    row => String(row.id),
    business.campaigns.map(rowOf),
    theirs,
    row => {
      const campaign = business.campaigns.find(({ id }) => id === row?.id)
      return campaign ? [campaign, ...inRange.filter(isOf(business, campaign))] : []
    },
  )
}

type Filter = TrafficFilter & { variant?: string }
const FILTERS: readonly Filter[] = [
  {},
  { source: 'google' },
  { source: 'facebook' },
  { campaign: 'spring_roofing' },
  { source: 'google', campaign: 'spring_roofing' },
  { source: 'google', campaign: 'emergency_24h' },
  { campaign: 'gutters' },
  { variant: 'v2' },
  { variant: 'control', source: 'google' },
  { channel: 'Paid search' },
  { referringSite: 'google.com', source: 'google' },
  { channel: 'Organic social', variant: 'v2' },
]

/**
 * `own`: costs that match the filter. `open`: costs that may belong to the filter's source or to another source.
 * Landing pages, channels and sites have no known costs.
 */
const costsBy = ({ campaigns }: Business, costs: readonly Cost[], filter: Filter) => {
  const { source, campaign, variant, channel, referringSite } = filter
  if (variant !== undefined || channel !== undefined || referringSite !== undefined)
    return { own: [], open: [] }
  const ofValue = costs.filter(cost => campaign === undefined || cost.campaign === campaign)
  if (source === undefined) return { own: ofValue, open: [] }
  const sourcesOf = (cost: Cost) => {
    const own = campaigns.filter(({ tags }) => tags.campaign === cost.campaign).map(({ tags }) => tags.source)
    return new Set(cost.source === '' ? own : [cost.source])
  }
  const isOpen = (cost: Cost) => sourcesOf(cost).size > 1 && sourcesOf(cost).has(source)
  return {
    own: ofValue.filter(cost => sourcesOf(cost).size === 1 && sourcesOf(cost).has(source)),
    open: ofValue.filter(isOpen),
  }
}

const compareFunnel = async (look: Look, range: Range, filter: Filter): Promise<void> => {
  const { system, business, compare } = look
  const call = `/api/admin/funnel${queryOf(range, filter)}`
  const theirs = await system.get<object>(call)
  const { zone } = business
  const arms = new Map(
    participantsOf(business)
      .filter(({ test }) => test === 'landingPage')
      .map(({ session, variant }) => [session, variant]),
  )
  const { variant, ...tags } = filter
  const isShown = (session: string) => variant === undefined || arms.get(session) === variant
  const everything = { from: null, to: null }
  const allVisits = countedIn(business, { ...everything, ...tags }).filter(
    event => isVisit(event) && isShown(event.session),
  )
  const begun = new Map(sessionsOf(business).map(({ id, first }) => [id, first]))
  // Judge a lead by the first event of its session. A lead without a session matches no channel or site.
  const isOfChannel = ({ session }: Lead) => {
    const first = begun.get(session)
    return (
      (tags.channel === undefined && tags.referringSite === undefined) ||
      (first !== undefined && isFrom(first, tags))
    )
  }
  const allLeads = leadsIn(business, { ...everything, ...filter }).filter(isOfChannel)
  const steps = (isCounted: (at: number) => boolean): Record<string, number> => {
    const leads = allLeads.filter(({ at }) => isCounted(at))
    return {
      visit: allVisits.filter(({ at }) => isCounted(at)).length,
      lead: leads.length,
      qualified: leads.filter(isQualified).length,
      closed: leads.filter(({ status }) => status === 'closed').length,
      onboarding: leads.filter(lead => isCustomer(business, lead)).length,
    }
  }
  const { own, open } = costsBy(business, costsOf(business), filter)
  const costs = costFigures(business, own, range)
  const unknown = costFigures(business, open, range)
  const isOpen = unknown.now !== null
  const cost = isOpen ? null : costs.now
  const onDay = (one: Covered | null) => (at: number) => one?.days.has(dayOf(zone, at)) === true
  const [counts, each] = [steps(at => isWithin(zone, at, range)), steps(onDay(cost))]
  const before = daysBefore(range)
  const since = daysOfEvents(business)[0]
  const isCompared = before !== null && since !== undefined && before.from >= since
  const until = untilOf(business, range)
  const earlier = isCompared
    ? steps(at => isDayIn(dayOf(zone, at), before) && (until === null || at < until))
    : null
  const costBefore = isCompared && !unknown.before ? costs.before : null
  const eachBefore = steps(onDay(costBefore))
  const points = (one: Covered | null) =>
    [...(one?.days ?? [])].toSorted().map(day => {
      const leads = allLeads.filter(({ at }) => dayOf(zone, at) === day)
      const pence = own.filter(spent => spent.day === day).reduce((sum, spent) => sum + spent.pence, 0)
      return {
        from: day,
        cost: pence / 100,
        leads: leads.length,
        costPerLead: costPer({ cost: pence / 100 }, leads.length),
      }
    })
  const isLong = range.from !== null && range.to !== null && eachDay(range.from, range.to).length > 400
  const because = () => allLeads.filter(({ at }) => isWithin(zone, at, range))
  compare.same(
    'funnel',
    call,
    {
      since: since ?? null,
      steps: Object.entries(counts).map(([step, count]) => ({
        ...{ step, count, previous: earlier && { count: earlier[step] } },
      })),
      previous: isCompared ? { ...before, until: until === null ? null : iso(until) } : null,
    },
    theirs,
    because,
  )
  compare.same(
    'funnel costs',
    call,
    {
      cost: cost?.cost ?? null,
      costWithoutSource: isOpen,
      costDays: cost?.costDays ?? null,
      daysWithoutCost: cost?.without ?? null,
      steps: Object.keys(counts).map(step => ({
        ofCostDays: each[step],
        costEach: costPer(cost, each[step] ?? 0),
        previous: earlier && {
          ofCostDays: eachBefore[step],
          costEach: costPer(costBefore, eachBefore[step] ?? 0),
        },
      })),
      previous: isCompared
        ? { cost: costBefore?.cost ?? null, costDays: costBefore?.costDays ?? null }
        : null,
      costs: isLong
        ? { step: 'month' }
        : { step: 'day', points: points(cost), previous: costBefore && points(costBefore) },
    },
    theirs,
    because,
  )
}
