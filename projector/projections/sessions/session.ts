/** Derives one row per human or suspicious session. A refresh reads all its events, so their order does not matter. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { type Rollup, SUSPICIOUS } from '../rollup.ts'

const TYPES = CONVERSION_TYPES.map(type => `'${type}'`).join(', ')

const ENGAGED_MS = 10_000

const ACTED = `kind IN ('visit', 'conversion')`
const BY =
  'toString(utm_source), toString(utm_campaign), toString(channel), toString(referring_site), toString(utm_term), toString(utm_content)'

/**
 * Columns, with times in ms since 1970:
 * - acts: visits and conversions, `(type, minute, source, campaign, channel, site, keyword, ad, conversion type, n)`
 * - began: time of the first act
 * - start: `(is conversion, time, page, device, browser, source, campaign, channel, site, keyword, ad)` of the first
 *   visit, or of the first conversion of a session without visits. Equal times are ordered by text.
 * - campaigns: `(campaign, first visit)`
 * - exposures: `(test, first variant, time, whether the session saw several variants)`
 * - landing_variant: first variant of the landing page test, or empty
 * - conversions: `((type, test), last time)`. The test is empty for a conversion outside a test.
 * - engaged: `(visit, visible ms, scroll, lcp, inp, cls, page, time)` of each visit's event with the most visible ms
 * - figures: `(name, time, page, step)` of each measured figure
 * - bounced: one visit, no conversion and less than ten seconds visible, as in GA4. Invalid if `engaged` is empty.
 *
 * Every batch runs this query, so it must be fast. Do not group equal rows first: grouping takes three times as long.
 */
export const sessionsOf: Rollup['from'] = (db, touched) => `
  SELECT session_minute, bot, acts, start, began,
    arrayZip(first_by_campaign.1, first_by_campaign.2) AS campaigns,
    arrayMap(own -> (own[1].1, own[1].3, own[1].2, length(arrayDistinct(own.3)) > 1),
      arraySplit((one, place) -> place = 1, seen, arrayEnumerateUniq(seen.1))) AS exposures,
    arrayFirst(exposure -> exposure.1 = '${LANDING_PAGE.name}', exposures).2 AS landing_variant,
    arrayZip(last_by_type.1, last_by_type.2) AS conversions,
    arrayFilter((one, place) -> place = 1, told, arrayEnumerateUniq(told.1)) AS engaged,
    arrayFilter(figure -> figure.4 > 0, arrayFlatten(arrayMap(one -> [('scroll', one.8, one.7, one.3),
      ('lcp', one.8, one.7, one.4), ('inp', one.8, one.7, one.5), ('cls', one.8, one.7, one.6)], engaged))) AS figures,
    length(acts) = 1 AND acts[1].1 = 'visit' AND arraySum(engaged.2) < ${ENGAGED_MS} AS bounced
  FROM (
    SELECT session_minute, bot,
      groupArrayIf((toString(kind), toStartOfMinute(at), ${BY}, toString(conversion_type), n), ${ACTED}) AS acts,
      minIf((kind != 'visit', toUnixTimestamp64Milli(at), toString(page), toString(device), toString(browser), ${BY}), ${ACTED}) AS start,
      minIf(toUnixTimestamp64Milli(at), ${ACTED}) AS began,
      minMapIf([toString(utm_campaign)], [toUnixTimestamp64Milli(at)], kind = 'visit' AND utm_campaign != '') AS first_by_campaign,
      arraySort(groupArrayIf((toString(test_name), toUnixTimestamp64Milli(at), toString(variant)), kind = 'exposure')) AS seen,
      maxMapIf([(toString(conversion_type), if(kind = 'conversion', '', toString(test_name)))], [toUnixTimestamp64Milli(at)],
        kind IN ('conversion', 'test_conversion') AND conversion_type IN (${TYPES})) AS last_by_type,
      arrayReverseSort(groupArrayIf((visit, visible, scroll, lcp, inp, cls, toString(page), toUnixTimestamp64Milli(at)), kind = 'engagement')) AS told
    FROM ${db}.session_events FINAL
    WHERE bot IN (0, ${SUSPICIOUS}) AND ${touched('session_minute')}
    GROUP BY session_minute, session, bot
  )`

/** Cells of a read model whose `list` has elements of `acts`. The element's name must be `act`. */
export const OF_ACT = {
  ...{ at: 'act.2', n: 'act.10' },
  ...{ utm_source: 'act.3', utm_campaign: 'act.4', channel: 'act.5', referring_site: 'act.6' },
  ...{ utm_term: 'act.7', utm_content: 'act.8', conversion_type: 'act.9' },
}

export const minuteOf = (ms: string): string => `toStartOfMinute(fromUnixTimestamp64Milli(${ms}, 'UTC'))`

/**
 * SQL for a bit mask of conversions since `time` in `test` or in no test. Bit i stands for `CONVERSION_TYPES[i]`, so
 * these types must never be reordered.
 */
export const convertedSince = (time: string, test: string): string =>
  `toUInt8(arrayReduce('groupBitOr', arrayMap(done -> if(done.2 >= ${time} AND done.1.2 IN ('', ${test}), bitShiftLeft(1, indexOf([${TYPES}], done.1.1) - 1), 0), conversions)))`
