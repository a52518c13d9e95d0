import type { TrafficQuery } from '../contract/range.ts'
import type { Period } from './report-days.ts'

export type Filter = { period: Period | null; zone: string } & Pick<TrafficQuery, 'source' | 'campaign'>

export type Condition = { where: string; parameters: Record<string, unknown> }

/** How visits without a source are named; a link may also name itself so. */
export const SOURCE = `if(utm_source = '', 'direct', toString(utm_source))`

/** A key's rows are all of one month, so months can be merged apart. */
export const BY_MONTH = 'SETTINGS do_not_merge_across_partitions_select_final = 1'

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

/** Of `event_15m`, which holds A/B events as well. */
export const OF_PEOPLE = `type IN ('visit', 'conversion') AND bot = 0`

export const trafficCondition = (filter: Filter): Condition => {
  const { where, parameters } = narrowed(filter, periodCondition(filter.period, filter.zone))
  return { where: `${OF_PEOPLE}${where}`, parameters }
}

/** Of `session_15m`, which holds humans alone. */
export const landingCondition = (filter: Filter): Condition => {
  const { where, parameters } = narrowed(filter, periodCondition(filter.period, filter.zone, 'at'))
  return { where: `true${where}`, parameters }
}

const narrowed = ({ source, campaign }: Filter, { where, parameters }: Condition): Condition => ({
  where: `${where}${source === undefined ? '' : `\n    AND ${SOURCE} = {source:String}`}${
    campaign === undefined ? '' : '\n    AND utm_campaign = {campaign:String}'
  }`,
  parameters: {
    ...parameters,
    ...(source !== undefined && { source }),
    ...(campaign !== undefined && { campaign }),
  },
})
