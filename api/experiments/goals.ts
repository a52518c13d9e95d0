/** What counts as converted in a run, and the visitors whose lead staff called qualified. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import type { Goal } from '../contract/experiments/goal.ts'
import type { ReadModel } from '../deps.ts'

/** `conversionTypes`: of the goal `any`; empty for all. */
export type Counted = { goal: Goal; conversionTypes: readonly string[] }

/** None where no conversion counts, but what staff made of the lead. */
export const typesOf = ({ goal, conversionTypes }: Counted): readonly string[] => {
  if (goal === 'qualified_lead') return []
  if (goal !== 'any') return [goal]
  return conversionTypes.length === 0 ? CONVERSION_TYPES : conversionTypes
}

/** Bit i stands for conversion type i of the contract, as in the roll-up. */
export const bitsOf = (counted: Counted): number => {
  const types = typesOf(counted)
  return CONVERSION_TYPES.reduce((bits, type, i) => (types.includes(type) ? bits + 2 ** i : bits), 0)
}

export type Qualified = { variant: string; at: number }

/** Of all time: each participant whose lead was called qualified at or after they saw the experiment, by when they saw it. */
export const qualifiedOf = async (
  readModel: ReadModel,
  testName: string,
  { goal }: Counted,
): Promise<Qualified[]> =>
  goal === 'qualified_lead' ? readModel.rows<Qualified>(QUALIFIED, { test: testName }) : []

// Leads are few. Never qualified is 1970.
const QUALIFIED = `
  WITH qualified AS (
    SELECT session_minute, session, max(qualified_at) AS at
    FROM {db:Identifier}.leads FINAL
    WHERE session != '' AND spam = 0 AND deleted = 0 AND toUnixTimestamp(qualified_at) > 0
    GROUP BY session_minute, session
  )
  SELECT exposed.arm AS variant, toUnixTimestamp64Milli(exposed.first_at) AS at
  FROM (
    SELECT session_minute, session, min(exposed_at) AS first_at, argMin(variant, (exposed_at, variant)) AS arm
    FROM {db:Identifier}.exposures FINAL
    WHERE bot = 0 AND test_name = {test:String}
      AND (session_minute, session) IN (SELECT session_minute, session FROM qualified)
    GROUP BY session_minute, session
    HAVING uniqExact(variant) = 1
  ) AS exposed
  INNER JOIN qualified ON exposed.session_minute = qualified.session_minute AND exposed.session = qualified.session
  WHERE qualified.at >= exposed.first_at`
