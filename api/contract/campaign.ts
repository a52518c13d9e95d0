/** A campaign: what staff send, what they are shown, and its tagged link. */
import { z } from 'zod'
import { campaignValue } from './campaign-link.ts'
import { line, optionalLine, optionalProse } from './fields/text.ts'
import { optionalLink } from './fields/web-link.ts'

export const campaignRequest = z.object({
  name: line('Campaign Name is required').refine(name => campaignValue(name) !== '', {
    message: 'Campaign Name needs at least one letter or digit',
  }),
  // There is no year 0.
  date: z.iso
    .date('Date must be a day such as 2026-01-31')
    .refine(day => day >= '0001', 'Date must be a day such as 2026-01-31'),
  platform: line('Platform is required'),
  utmSource: line('Source is required'),
  utmMedium: line('Medium is required'),
  utmContent: optionalLine(),
  utmTerm: optionalLine(),
  adAssetDescription: optionalLine(),
  notes: optionalProse(),
  /** The campaign value of clicks that are there already; empty: it is made of the name. */
  adoptTag: optionalLine(),
  /** Empty: the server makes it from the configured domain. */
  generatedUrl: optionalLink('Generated URL').default(''),
})
export type CampaignRequest = z.input<typeof campaignRequest>

/**
 * `clicks` are human visits tagged with the campaign; `visitors` are the sessions that they were made by, each at its first
 * one; `conversions` are those whose first touch it was, and so are `leads`; `qualifiedLeads` are those of them with that
 * status now. Clicks, visitors and conversions are null while they cannot be counted.
 */
export const campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  date: z.iso.date(),
  platform: z.string(),
  utmSource: z.string(),
  utmMedium: z.string(),
  utmCampaign: z.string(),
  utmContent: z.string(),
  utmTerm: z.string(),
  adAssetDescription: z.string(),
  notes: z.string(),
  isActive: z.boolean(),
  generatedUrl: z.string(),
  clicks: z.int().nullable(),
  visitors: z.int().nullable(),
  conversions: z.int().nullable(),
  leads: z.int(),
  qualifiedLeads: z.int(),
  /** For print: leads to `generatedUrl`. */
  shortUrl: z.string(),
  /** null: not archived. */
  archivedAt: z.iso.datetime().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type Campaign = z.infer<typeof campaign>
