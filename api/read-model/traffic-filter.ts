import type { TrafficQuery } from '../contract/range.ts'
import type { Period } from './report-days.ts'

/** How visits without a source are named; a link may also name itself so. */
export const SOURCE = `if(utm_source = '', 'direct', toString(utm_source))`

const CONDITIONS = {
  source: `${SOURCE} = {source:String}`,
  campaign: 'utm_campaign = {campaign:String}',
  channel: 'channel = {channel:String}',
  referringSite: 'referring_site = {referringSite:String}',
}
export type TrafficFilter = { [Name in keyof typeof CONDITIONS]?: TrafficQuery[Name] }
export type Filter = { period: Period | null; zone: string } & TrafficFilter &
  Pick<TrafficQuery, 'suspicious'>

export type Condition = { where: string; parameters: Record<string, unknown> }

/** A key's rows are all of one month, so months are merged apart; and conditions on keys, which every version of a row has alike, spare reading the rest. */
export const FINAL_SETTINGS =
  'SETTINGS do_not_merge_across_partitions_select_final = 1, optimize_move_to_prewhere_if_final = 1'

/** The day of `at` decides; the two other conditions only spare reading, as an event is at most 31 days from its quarter-hour. */
export const periodCondition = (period: Period | null, zone: string, bucket = 'quarter_hour'): Condition =>
  period === null
    ? { where: '', parameters: {} }
    : {
        where: `
    AND ${bucket} BETWEEN toDateTime({from:Date}, 'UTC') - INTERVAL 33 DAY AND toDateTime({to:Date}, 'UTC') + INTERVAL 34 DAY
    AND at BETWEEN toDateTime({from:Date}, 'UTC') - INTERVAL 1 DAY AND toDateTime({to:Date}, 'UTC') + INTERVAL 2 DAY
    AND toDate(at, {zone:String}) BETWEEN {from:Date} AND {to:Date}`,
        parameters: { from: period.from, to: period.to, zone },
      }

/** Of `event_sums`: visits and conversions, by source alone. */
export const TRAFFIC_OF_PEOPLE = `model = 'traffic' AND bot = 0`

/** Whose rows of `event_sums` are in the figures: those of people, and suspicious ones where they are asked for. */
export const isCounted = ({ suspicious }: Pick<Filter, 'suspicious'>): string =>
  suspicious === 'with' ? 'bot IN (0, 3)' : 'bot = 0'

export const isBySite = ({ channel, referringSite }: TrafficFilter): boolean =>
  channel !== undefined || referringSite !== undefined

/**
 * Of `event_sums`, of its read model that has the fewest rows with all that the filter and the groups name. `campaign_traffic` has
 * everything, and a row for nearly every session.
 */
export const trafficCondition = (filter: Filter, groups?: 'site', senders = isCounted(filter)): Condition => {
  const bySite = isBySite(filter) || groups === 'site'
  const model = filter.campaign !== undefined ? 'campaign_traffic' : bySite ? 'site_traffic' : 'traffic'
  return conditionOf(`model = '${model}' AND ${senders}`, filter, 'quarter_hour')
}

/** Of `session_sums`, which holds no bots. */
export const sessionsCondition = (model: keyof typeof OF_ALL, filter: Filter): Condition => {
  const isNarrow = filter.campaign !== undefined || isBySite(filter)
  const people = isNarrow ? [`campaign_${model}`] : OF_ALL[model]
  const models = filter.suspicious === 'with' ? people.flatMap(name => [name, `suspicious_${name}`]) : people
  return conditionOf(`model IN (${models.map(name => `'${name}'`).join(', ')})`, filter, 'at')
}

/** Devices and browsers each by themselves: of pairs there are many more. */
const OF_ALL = {
  landing: ['landing'],
  device: ['device', 'browser'],
  variant_visit: ['variant_visit'],
  stay: ['stay'],
}

const conditionOf = (rows: string, { period, zone, ...filter }: Filter, bucket: string): Condition => {
  const { where, parameters } = periodCondition(period, zone, bucket)
  const narrowed = narrowedBy(filter)
  return {
    where: `${rows}${where}${narrowed.where}`,
    parameters: { ...parameters, ...narrowed.parameters },
  }
}

/** Begins with AND, unless it is empty. */
export const narrowedBy = (filter: TrafficFilter): Condition => {
  const given = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const value = filter[name as keyof TrafficFilter]
    return value === undefined ? [] : [{ name, condition, value }]
  })
  return {
    where: given.map(({ condition }) => `\n    AND ${condition}`).join(''),
    parameters: Object.fromEntries(given.map(({ name, value }) => [name, value])),
  }
}

type Stays = { bounces: number; engaged: number }

/** With the rate in per cent of the sessions of which it is known; null where there is none. */
export const withBounceRate = ({ bounces, engaged }: Stays = { bounces: 0, engaged: 0 }) => ({
  bounces,
  engaged,
  bounceRate: bounces + engaged === 0 ? null : (bounces / (bounces + engaged)) * 100,
})
