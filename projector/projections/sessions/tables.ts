/** The tables of what sessions count as: by minutes, and by quarter-hours, which the dashboard reads. */
import { type Comparison, itself, type Rollup, VISITOR_EVENTS } from '../rollup.ts'
import { type Sums, sumsOf } from '../sums.ts'
import { landings } from './landings.ts'
import { pageSpeed } from './page-speed.ts'
import { participants } from './participants.ts'
import { arrayOf, ROW_COLUMNS, ROW_KEYS } from './row.ts'
import { segments } from './segments.ts'
import { sessionsOf } from './session.ts'
import { stays } from './stays.ts'
import { variantQuality } from './variant-quality.ts'
import { variantVisits } from './variant-visits.ts'
import { visitors } from './visitors.ts'

const MODELS = [visitors, landings, participants, variantVisits, segments, stays, pageSpeed, variantQuality]

export const sessionMinutes: Rollup = {
  table: 'session_minutes',
  reads: VISITOR_EVENTS,
  bucket: 'session_minute',
  from: (db, touched) => `(
    SELECT session_minute, ${ROW_COLUMNS}
    FROM (
      SELECT session_minute, arrayJoin(arrayConcat(
        ${MODELS.map(arrayOf).join(',\n        ')}
      )) AS row
      FROM (${sessionsOf(db, touched)}
      )
    )
  )`,
  bucketOf: 'session_minute',
  keys: itself(ROW_KEYS),
  weight: 'n',
  measures: { n: 'sum(weight)' },
  erasure: 'bucket',
}

const comparisonOf = (model: string, { where = 'true', ...rest }: Comparison): Comparison => ({
  ...rest,
  where: `model = '${model}' AND ${where}`,
})

const BY_CAMPAIGN = ['campaign_landing', 'campaign_device', 'campaign_variant_visit', 'campaign_stay']
const COUNTS_IN = {
  landing: ['landing', 'campaign_landing', 'device', 'browser', 'campaign_device'],
  variant_visit: ['variant_visit', 'campaign_variant_visit'],
  stay: ['stay', 'campaign_stay'],
}
const KEPT_IN = {
  page: ['landing', 'campaign_landing', 'page_speed'],
  device: ['device', 'campaign_device'],
  browser: ['browser', 'campaign_device'],
  utm_campaign: ['visitor', 'segment', ...BY_CAMPAIGN],
  channel: ['segment', 'stay', ...BY_CAMPAIGN],
  referring_site: ['stay', ...BY_CAMPAIGN],
}
const ofSuspicious = (model: string): string => `suspicious_${model}`

/**
 * Pages, devices and browsers apart, each without what the other questions ask for, and without campaigns, as hardly two sessions of a
 * quarter-hour come by the same of thousands; each is counted by campaign, channel and site as well. So there are far fewer rows to read.
 */
export const SESSION_SUMS: Sums = {
  table: 'session_sums',
  by: 'model',
  countsIn: {
    ...COUNTS_IN,
    ...Object.fromEntries(
      Object.entries(COUNTS_IN).map(([model, parts]) => [ofSuspicious(model), parts.map(ofSuspicious)]),
    ),
  },
  keptIn: Object.fromEntries(
    Object.entries(KEPT_IN).map(([column, parts]) => [column, [...parts, ...parts.map(ofSuspicious)]]),
  ),
  parity: Object.fromEntries(
    MODELS.flatMap(({ model, parity = {} }) =>
      Object.entries(parity).map(([what, comparison]) => [what, comparisonOf(model, comparison)]),
    ),
  ),
}

export const sessionSums = sumsOf(sessionMinutes, SESSION_SUMS)
