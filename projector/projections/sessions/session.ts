/** What is known of each session of a human: found anew at each refresh, so it does not matter what arrived first. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import type { Rollup } from '../rollup.ts'

const TYPES = CONVERSION_TYPES.map(type => `'${type}'`).join(', ')

/**
 * A row for each session; times are in ms since 1970. acts: its visits and conversions, `(type, minute, source, campaign, n)`. began: the
 * first. start: `(no visit, time, page, device, browser, source, campaign)` of its first visit, or conversion where it has no visit; ties go
 * by text, so that the order of arrival decides nothing. touch: `(time, source, campaign)` of its first visit. campaigns: `(campaign, first
 * visit)`. exposures: `(test, first variant, when, whether it saw several)`. landing_variant: of the landing pages, or nothing. conversions:
 * `(type, last time)`, those of tests included. It is asked for all sessions of a minute with every batch: what is alike comes together
 * first, and texts are compared as seldom as can be.
 */
export const sessionsOf: Rollup['from'] = (db, touched) => `
  SELECT session_minute,
    groupArrayIf((toString(kind), act_minute, source, campaign, acted), acted > 0) AS acts,
    arraySort(groupArrayIf((kind != 'visit', earliest, page, device, browser, source, campaign), acted > 0))[1] AS start,
    minIf(earliest, acted > 0) AS began,
    arraySort(groupArrayIf((earliest, source, campaign), kind = 'visit'))[1] AS touch,
    minMapIf([campaign], [earliest], kind = 'visit' AND campaign != '') AS first_by_campaign,
    arrayZip(first_by_campaign.1, first_by_campaign.2) AS campaigns,
    groupArrayIf((name, shown, earliest, both), kind = 'exposure') AS exposures,
    anyIf(shown, kind = 'exposure' AND name = '${LANDING_PAGE.name}') AS landing_variant,
    maxMapIf([name], [latest], kind IN ('conversion', 'test_conversion') AND name IN (${TYPES})) AS last_by_type,
    arrayZip(last_by_type.1, last_by_type.2) AS conversions
  FROM (
    SELECT session_minute, session, kind, toString(if(kind = 'exposure', test_name, conversion_type)) AS name,
      if(kind IN ('visit', 'conversion'), toStartOfMinute(at), toDateTime(0, 'UTC')) AS act_minute,
      toString(page) AS page, toString(device) AS device, toString(browser) AS browser, toString(utm_source) AS source,
      toString(utm_campaign) AS campaign,
      sumIf(n, kind IN ('visit', 'conversion')) AS acted,
      min(toUnixTimestamp64Milli(at)) AS earliest, max(toUnixTimestamp64Milli(at)) AS latest,
      toString(argMinIf(variant, (at, variant), kind = 'exposure')) AS shown, min(variant) != max(variant) AS both
    FROM ${db}.session_events FINAL
    WHERE bot = 0 AND ${touched('session_minute')}
    GROUP BY session_minute, session, kind, name, act_minute, page, device, browser, source, campaign
  )
  GROUP BY session_minute, session`

export const minuteOf = (ms: string): string => `toStartOfMinute(fromUnixTimestamp64Milli(${ms}, 'UTC'))`

/** What it converted to at that time or later: bit i stands for conversion type i of the contract, whose order is never changed. */
export const convertedSince = (time: string): string =>
  `toUInt8(arraySum(conversion -> if(conversion.2 >= ${time}, bitShiftLeft(1, indexOf([${TYPES}], conversion.1) - 1), 0), conversions))`
