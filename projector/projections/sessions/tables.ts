/** The tables of what sessions count as: by minutes, and by quarter-hours, which the dashboard reads. */
import type { Projection } from '../projection.ts'
import { type Comparison, itself, quarterHoursOf, type Rollup } from '../rollup.ts'
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

/** Each without what the other question asks for: far fewer rows to read. */
const apart = (db: string, touched: string): string => `(
    SELECT * REPLACE (part AS model, if(part = 'device', '', page) AS page, if(part = 'landing', '', device) AS device,
      if(part = 'landing', '', browser) AS browser)
    FROM (SELECT * FROM ${db}.session_minutes FINAL WHERE ${touched}) AS counted
    ARRAY JOIN if(model = 'landing', ['landing', 'device'], [toString(model)]) AS part
  )`

const comparisonOf = (model: string, { where = 'true', ...rest }: Comparison): Comparison => ({
  ...rest,
  where: `model = '${model}' AND ${where}`,
})

const quarterHours: Rollup = {
  ...quarterHoursOf(minutes, 'session_15m'),
  from: (db, touched) => apart(db, touched('toStartOfFifteenMinutes(session_minute)')),
  parity: Object.fromEntries(
    MODELS.flatMap(({ model, parity = {} }) =>
      Object.entries(parity).map(([what, comparison]) => [what, comparisonOf(model, comparison)]),
    ),
  ),
}

export const SESSION_PROJECTIONS: Projection[] = MODELS.map(({ reads, feeds, since }) => ({
  reads,
  feeds,
  since,
  rollups: [minutes, quarterHours],
}))
