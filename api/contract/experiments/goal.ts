import { CONVERSION_TYPES } from '@firsttouch/ingest/events'

/**
 * What counts as converted: `any` conversion, one type, or a qualified lead, as the funnel counts it, whose form came while the run was
 * running. When staff call it qualified does not matter, but that it is at or after the visitor saw the test.
 */
export const GOALS = ['any', ...CONVERSION_TYPES, 'qualified_lead'] as const
export type Goal = (typeof GOALS)[number]
