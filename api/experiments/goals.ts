import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import type { Goal } from '../contract/experiments/results.ts'
import type { ReadModel } from '../deps.ts'
import { type Range, within } from '../read-model/ranges.ts'
import type { Period } from './life/periods.ts'
import { CONVERSIONS, firstExposed } from './participants-sql.ts'
import { rangesOf } from './periods.ts'

/** Only guardrail metrics use `trial` and `onboarding`. */
export type Reached = Goal | 'trial' | 'onboarding'

/** `conversionTypes` restricts the goal `any` to these types. An empty list means all types. */
export type Counted = { goal: Reached; conversionTypes: readonly string[] }

/** SQL for the time at which a lead reached the step. 1970 means never. */
const LEADS_REACH = {
  qualified_lead: `if(status IN ('qualified', 'closed'), qualified_at, toDateTime64(0, 3, 'UTC'))`,
  trial: `if(trial = 1, recorded_at, toDateTime64(0, 3, 'UTC'))`,
  onboarding: `if(onboarding = 1, recorded_at, toDateTime64(0, 3, 'UTC'))`,
} as const

const ALWAYS: Period[] = [{ from: null, to: null }]

/** SQL condition: a lead with a session, neither spam nor deleted, whose form arrived during the run. */
const ofPeople = (run: readonly Range[]) =>
  `session != '' AND spam = 0 AND deleted = 0 AND ${within('recorded_at', run)}`

type OfLeads = keyof typeof LEADS_REACH
export const isOfLeads = (goal: Reached): goal is OfLeads => Object.hasOwn(LEADS_REACH, goal)

/** Conversion types that reach the goal. Empty for goals that count leads. */
export const typesOf = ({ goal, conversionTypes }: Counted): readonly string[] => {
  if (isOfLeads(goal)) return []
  if (goal !== 'any') return [goal]
  return conversionTypes.length === 0 ? CONVERSION_TYPES : conversionTypes
}

/** Bit i stands for `CONVERSION_TYPES[i]`, as in the table `session_sums`. */
export const goalBits = (counted: Counted): number => {
  const types = typesOf(counted)
  return CONVERSION_TYPES.reduce((bits, type, i) => (types.includes(type) ? bits + 2 ** i : bits), 0)
}

/**
 * SQL for rows of (session_minute, session, reached_at). `reached_at` is 1970 for a lead that has not reached the goal.
 * Needs the query parameter `types`.
 */
export const reachedSql = ({ goal }: Counted): string =>
  isOfLeads(goal)
    ? `SELECT session_minute, session, ${LEADS_REACH[goal]} AS reached_at
      FROM {db:Identifier}.leads FINAL
      WHERE ${ofPeople(rangesOf(ALWAYS))}`
    : `SELECT session_minute, session, at AS reached_at
      FROM {db:Identifier}.session_events FINAL
      WHERE ${CONVERSIONS} AND has({types:Array(String)}, conversion_type)`

export type Converted = { variant: string; at: number }

/** Participants whose lead reached the goal. Empty for goals that count conversions. */
export const convertedByLead = async (
  readModel: ReadModel,
  testName: string,
  { goal }: Counted,
  periods: readonly Period[],
): Promise<readonly Converted[]> =>
  (await leadsReaching(readModel, testName, [goal], periods)).get(goal) ?? []

/** For each lead step, the participants whose lead reached it after the exposure. `at` is the time of exposure. */
export const leadsReaching = async (
  readModel: ReadModel,
  test: string,
  steps: readonly Reached[],
  periods: readonly Period[] = ALWAYS,
): Promise<Map<Reached, Converted[]>> => {
  const asked = steps.filter(isOfLeads)
  if (asked.length === 0) return new Map()
  const rows = await readModel.rows<Converted & { reached: number[] }>(leadsSql(asked, rangesOf(periods)), {
    test,
  })
  return new Map(asked.map((step, at) => [step, rows.filter(({ reached }) => reached[at] === 1)]))
}

const leadsSql = (steps: readonly OfLeads[], run: readonly Range[]) => `
  WITH leading AS (
    SELECT session_minute, session, ${steps.map((step, at) => `max(${LEADS_REACH[step]}) AS at_${at}`).join(', ')}
    FROM {db:Identifier}.leads FINAL
    WHERE ${ofPeople(run)}
    GROUP BY session_minute, session
    HAVING greatest(${steps.map((_, at) => `at_${at}`).join(', ')}) > toDateTime64(0, 3, 'UTC')
  )
  SELECT exposed.arm AS variant, toUnixTimestamp64Milli(exposed.first_at) AS at,
    [${steps.map((_, at) => `leading.at_${at} > toDateTime64(0, 3, 'UTC') AND leading.at_${at} >= first_at`).join(', ')}] AS reached
  FROM (${firstExposed('SELECT session_minute, session FROM leading', rangesOf(ALWAYS))} AND arms = 1) AS exposed
  INNER JOIN leading ON exposed.session_minute = leading.session_minute AND exposed.session = leading.session
  WHERE has(reached, 1)`
