import { DIMENSIONS, type Dimension, type TrafficQuery } from '../contract/range.ts'
import type { Period } from './report-days.ts'

/** Visits without a source count as "direct", like visits through a link with `utm_source=direct`. */
export const SOURCE = `if(utm_source = '', 'direct', toString(utm_source))`

export const COLUMNS: Record<Dimension, string> = {
  source: SOURCE,
  channel: 'channel',
  referringSite: 'referring_site',
  campaign: 'utm_campaign',
  keyword: 'utm_term',
  ad: 'utm_content',
  page: 'page',
  device: 'device',
  variant: 'variant',
}
export type TrafficFilter = { [Name in Dimension]?: TrafficQuery[Name] }
export type Filter = { period: Period | null; zone: string } & TrafficFilter &
  Pick<TrafficQuery, 'suspicious'>

const OF_SESSIONS: Dimension[] = ['keyword', 'ad', 'page', 'device', 'variant']

export type Condition = { where: string; parameters: Record<string, unknown> }

/** All versions of a row are in one partition (month) and have equal key columns, so both settings are safe. */
export const FINAL_SETTINGS =
  'SETTINGS do_not_merge_across_partitions_select_final = 1, optimize_move_to_prewhere_if_final = 1'

/** The last condition selects the events. The others limit the scan. An event is at most 31 days from its bucket. */
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

export const TRAFFIC_OF_PEOPLE = `model = 'traffic' AND bot = 0`

export const isCounted = ({ suspicious }: Pick<Filter, 'suspicious'>): string =>
  suspicious === 'with' ? 'bot IN (0, 3)' : 'bot = 0'

export const isBySite = ({ channel, referringSite }: TrafficFilter): boolean =>
  channel !== undefined || referringSite !== undefined

/** `table` is the smallest table that has all columns to filter and group by. */
export type Traffic = Condition & { table: 'event_sums' | 'session_sums' }

export const trafficCondition = (
  filter: Filter,
  groups: 'site'[] = [],
  senders = isCounted(filter),
): Traffic => {
  if (isOfSessions(filter))
    return { table: 'session_sums', ...sessionsCondition(filter, groups.length > 0 ? ['channel'] : []) }
  const bySite = isBySite(filter) || groups.length > 0
  const model = filter.campaign !== undefined ? 'campaign_traffic' : bySite ? 'site_traffic' : 'traffic'
  return { table: 'event_sums', ...conditionOf(`model = '${model}' AND ${senders}`, filter, 'quarter_hour') }
}

export const isOfSessions = (filter: TrafficFilter): boolean =>
  OF_SESSIONS.some(name => filter[name] !== undefined)

export const withoutSessions = <F extends TrafficFilter>(filter: F): F => ({
  ...filter,
  ...Object.fromEntries(OF_SESSIONS.map(name => [name, undefined])),
})

export type Group = Dimension | 'browser'

/** The dimensions of each model. A model's rows in `session_sums` hold sums by these dimensions and by source. */
const PARTS: Record<string, Group[]> = {
  device: ['device'],
  landing: ['page'],
  browser: ['browser'],
  variant: ['variant'],
  channel: ['channel', 'referringSite'],
}

/** Needs no condition on bots, because `session_sums` has none. Selects the smallest models with the needed columns. */
export const sessionsCondition = (filter: Filter, groups: Group[]): Condition => {
  const named = DIMENSIONS.filter(name => name !== 'source' && filter[name] !== undefined)
  const partsOf = (needed: Group[]) =>
    Object.keys(PARTS).find(part => needed.every(name => name === 'source' || PARTS[part]?.includes(name))) ??
    'touch'
  const found = groups.length > 0 ? groups.map(group => partsOf([...named, group])) : [partsOf(named)]
  const people = found.includes('touch') ? ['touch'] : [...new Set(found)]
  const models = filter.suspicious === 'with' ? people.flatMap(name => [name, `suspicious_${name}`]) : people
  return conditionOf(`model IN (${models.map(name => `'${name}'`).join(', ')})`, filter, 'at')
}
const conditionOf = (rows: string, { period, zone, ...filter }: Filter, bucket: string): Condition => {
  const { where, parameters } = periodCondition(period, zone, bucket)
  const narrowed = narrowedBy(filter)
  return {
    where: `${rows}${where}${narrowed.where}`,
    parameters: { ...parameters, ...narrowed.parameters },
  }
}

/** `where` continues another condition, so each filter begins with AND. Without filters, `where` is empty. */
export const narrowedBy = (filter: TrafficFilter): Condition => {
  const given = DIMENSIONS.filter(name => filter[name] !== undefined)
  return {
    where: given.map(name => `\n    AND ${COLUMNS[name]} = {${name}:String}`).join(''),
    parameters: Object.fromEntries(given.map(name => [name, filter[name]])),
  }
}

type Stays = { bounces: number; engaged: number }

/** Adds the bounce rate in percent, or null if there are no sessions. */
export const withBounceRate = ({ bounces, engaged }: Stays = { bounces: 0, engaged: 0 }) => ({
  bounces,
  engaged,
  bounceRate: bounces + engaged === 0 ? null : (bounces / (bounces + engaged)) * 100,
})
