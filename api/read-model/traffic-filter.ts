import type { TrafficQuery } from '../contract/range.ts'
import type { Period } from './report-days.ts'

export type Filter = { period: Period | null; zone: string } & Pick<TrafficQuery, 'source' | 'campaign'>

export type Condition = { where: string; parameters: Record<string, unknown> }

/** How visits without a source are named; a link may also name itself so. */
export const SOURCE = `if(utm_source = '', 'direct', toString(utm_source))`

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
const IN_CAMPAIGNS = `model = 'campaign_traffic' AND bot = 0`

/** Of `event_sums`. By campaign only where one is asked for: there is a row for nearly every session. */
export const trafficCondition = (filter: Filter): Condition =>
  conditionOf(filter.campaign === undefined ? TRAFFIC_OF_PEOPLE : IN_CAMPAIGNS, filter, 'quarter_hour')

/** Of `session_sums`, which holds humans alone. */
export const sessionsCondition = (model: keyof typeof OF_ALL, filter: Filter): Condition =>
  conditionOf(filter.campaign === undefined ? OF_ALL[model] : `model = 'campaign_${model}'`, filter, 'at')

/** Devices and browsers each by themselves: of pairs there are many more. */
const OF_ALL = {
  landing: `model = 'landing'`,
  device: `model IN ('device', 'browser')`,
  variant_visit: `model = 'variant_visit'`,
}

const conditionOf = (rows: string, { period, zone, source, campaign }: Filter, bucket: string): Condition => {
  const { where, parameters } = periodCondition(period, zone, bucket)
  return {
    where: `${rows}${where}${source === undefined ? '' : `\n    AND ${SOURCE} = {source:String}`}${
      campaign === undefined ? '' : '\n    AND utm_campaign = {campaign:String}'
    }`,
    parameters: {
      ...parameters,
      ...(source !== undefined && { source }),
      ...(campaign !== undefined && { campaign }),
    },
  }
}
