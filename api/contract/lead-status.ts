/** Statuses of leads. Pages import this file, so it does not import zod. */
export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'closed'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]
