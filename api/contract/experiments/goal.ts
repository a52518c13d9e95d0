import { CONVERSION_TYPES } from '@firsttouch/ingest/events'

/** What counts as converted: `any` conversion, one type, or a lead that staff called qualified. */
export const GOALS = ['any', ...CONVERSION_TYPES, 'qualified_lead'] as const
export type Goal = (typeof GOALS)[number]
