/** The tables of what sessions count as: by minutes, and by quarter-hours, which the dashboard reads. */
import type { Projection } from '../projection.ts'
import { type Comparison, itself, type Rollup, sumsOf } from '../rollup.ts'
import { landings } from './landings.ts'
import { participants } from './participants.ts'
import { arrayOf, ROW_COLUMNS, ROW_KEYS } from './row.ts'
import { segments } from './segments.ts'
import { sessionsOf } from './session.ts'
import { variantVisits } from './variant-visits.ts'
import { visitors } from './visitors.ts'

const MODELS = [visitors, landings, participants, variantVisits, segments]

const minutes: Rollup = {
  table: 'session_minutes',
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

/** Without campaigns, as hardly two sessions of a quarter-hour come by the same of thousands; each is counted by campaign as well. */
const OF_ALL = ['landing', 'device', 'browser', 'variant_visit']

/** Pages, devices and browsers apart, each without what the other questions ask for: far fewer rows to read. */
const PARTS = `multiIf(
    counted.model = 'landing', ['landing', 'campaign_landing', 'device', 'browser', 'campaign_device'],
    counted.model = 'variant_visit', ['variant_visit', 'campaign_variant_visit'],
    [toString(counted.model)]
  )`

const comparisonOf = (model: string, { where = 'true', ...rest }: Comparison): Comparison => ({
  ...rest,
  where: `model = '${model}' AND ${where}`,
})

export const sessionSums = sumsOf(minutes, {
  table: 'session_sums',
  parts: PARTS,
  emptyIn: {
    page: `part NOT LIKE '%landing'`,
    device: `part NOT LIKE '%device'`,
    browser: `part NOT IN ('browser', 'campaign_device')`,
    utm_campaign: `part IN (${OF_ALL.map(model => `'${model}'`)})`,
  },
  parity: Object.fromEntries(
    MODELS.flatMap(({ model, parity = {} }) =>
      Object.entries(parity).map(([what, comparison]) => [what, comparisonOf(model, comparison)]),
    ),
  ),
})

export const SESSION_PROJECTIONS: Projection[] = MODELS.map(({ reads, feeds, since }) => ({
  reads,
  feeds,
  since,
  rollups: [minutes, sessionSums],
}))
