/** Tables of the rows that sessions produce, by minute and by quarter-hour. The dashboard reads the quarter-hours. */
import { type Comparison, itself, type Rollup, VISITOR_EVENTS } from '../rollup.ts'
import { sumsOf } from '../sums.ts'
import { MODELS } from './models.ts'
import { arrayOf, ROW_COLUMNS, ROW_KEYS } from './row.ts'
import { sessionsOf } from './session.ts'

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

/** Read models that sum the rows of `landing`. `touch` keeps all dimensions, the others the source and one or two. */
const PARTS = ['landing', 'device', 'browser', 'variant', 'channel', 'touch']
const KEPT_IN = {
  page: ['landing', 'touch', 'page_speed'],
  device: ['device', 'touch'],
  browser: ['browser', 'touch'],
  variant: ['variant', 'touch', 'participant', 'variant_quality'],
  utm_campaign: ['touch', 'visitor'],
  channel: ['channel', 'touch'],
  referring_site: ['channel', 'touch'],
  utm_term: ['touch'],
  utm_content: ['touch'],
}
const PARITY = {
  'visits by landing page': comparisonOf('variant', { key: 'variant', where: `type = 'visit'` }),
  'visits by keyword': comparisonOf('touch', { key: 'utm_term', where: `type = 'visit'` }),
  'visits by ad': comparisonOf('touch', { key: 'utm_content', where: `type = 'visit'` }),
}
const ofSuspicious = (model: string): string => `suspicious_${model}`

export const sessionSums = sumsOf(sessionMinutes, {
  table: 'session_sums',
  by: 'model',
  countsIn: { landing: PARTS, [ofSuspicious('landing')]: PARTS.map(ofSuspicious) },
  keptIn: Object.fromEntries(
    Object.entries(KEPT_IN).map(([column, parts]) => [column, [...parts, ...parts.map(ofSuspicious)]]),
  ),
  parity: {
    ...PARITY,
    ...Object.fromEntries(
      MODELS.flatMap(({ model, parity = {} }) =>
        Object.entries(parity).map(([what, comparison]) => [what, comparisonOf(model, comparison)]),
      ),
    ),
  },
})
