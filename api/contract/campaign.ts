import { LINK_FAULTS } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { auditEntry } from './audit.ts'
import { campaignValue } from './campaign-link.ts'
import { costDays, daysWithoutCost } from './costs/spend.ts'
import { anyProse, line, optionalLine, optionalProse } from './fields/text.ts'
import { optionalLink } from './fields/web-link.ts'
import { version } from './inbox.ts'
import { checkPeriod, daySpan, period, reportRange } from './range.ts'

export const campaignRequest = z.object({
  name: line('Campaign Name is required').refine(name => campaignValue(name) !== '', {
    message: 'Campaign Name needs at least one letter or digit',
  }),
  // PostgreSQL has no year 0.
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
  /** `utm_campaign` of clicks that the new campaign takes over. If empty, the name determines the `utm_campaign`. */
  adoptTag: optionalLine(),
  /** If empty, the server builds the link from the configured domain. */
  generatedUrl: optionalLink('Generated URL').default(''),
})
export type CampaignRequest = z.input<typeof campaignRequest>

const amount = z.number().nullable()

/** Cost of the days in `costDays`, and cost per result on these days. null means unknown, not zero. */
const costs = z.object({
  currency: z.string(),
  cost: amount,
  /**
   * Cost without source and medium, for a shared `utm_campaign`. null if there is no such cost. While there is one,
   * `cost` is null.
   */
  unassignedCost: amount,
  costPerClick: amount,
  costPerLead: amount,
  costPerQualifiedLead: amount,
  costPerTrial: amount,
  costPerOnboarding: amount,
  /** Divisor of `costPerLead`. null if no cost is known. */
  leadsOnCostDays: z.int().nullable(),
  /** Divisor of `costPerQualifiedLead`. null if no cost is known. */
  qualifiedOnCostDays: z.int().nullable(),
  /** null if no day has a cost. */
  costDays: costDays.nullable(),
  daysWithoutCost: daysWithoutCost.nullable(),
  /**
   * The same figures for the period that `compare` selects. While today has no cost, both periods are a day shorter.
   * null if no cost is known, or if the period starts before the first day with an event.
   */
  previousCost: daySpan
    .extend({
      days: z.int(),
      cost: z.number(),
      costPerLead: amount,
      costPerQualifiedLead: amount,
    })
    .nullable(),
})
export type CampaignCosts = z.infer<typeof costs>

/**
 * `clicks` are human visits with the campaign's tags. `visitors` are the sessions of these visits. All other counts
 * belong to the campaign of the first touch. Nullable counts are null while ClickHouse is unavailable.
 */
const figures = z.object({
  clicks: z.int().nullable(),
  visitors: z.int().nullable(),
  conversions: z.int().nullable(),
  /** The channel with the most clicks. null without clicks. */
  channel: z.string().nullable(),
  /** Bounces of sessions whose first touch is this campaign. Always null for a shared `utm_campaign`. */
  bounces: z.int().nullable(),
  engaged: z.int().nullable(),
  bounceRate: z.number().nullable(),
  leads: z.int(),
  /** Leads that are qualified, or closed after they were qualified. */
  qualifiedLeads: z.int(),
  /** Leads whose sender also submitted the trial form. */
  trials: z.int(),
  /** Leads whose sender also submitted the onboarding form. */
  onboarding: z.int(),
  ...costs.shape,
})
export type CampaignFigures = z.infer<typeof figures>

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
  ...figures.shape,
  /** Short link for print. It redirects to `generatedUrl`. */
  shortUrl: z.string(),
  archivedAt: z.iso.datetime().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type Campaign = z.infer<typeof campaign>

/** `GET /api/admin/campaigns/:id/history`: the newest 100 audit entries, newest first. */
export const campaignHistory = z.object({
  entries: z.array(auditEntry.pick({ id: true, at: true, person: true, action: true, detail: true })),
})
export type CampaignHistory = z.input<typeof campaignHistory>

/** `archived` defaults to `exclude`. The period limits the counts, not the list of campaigns. */
export const campaignsQuery = z
  .object({
    ...period,
    archived: z
      .enum(['exclude', 'include', 'only'], { error: 'Archived must be "exclude", "include" or "only"' })
      .default('exclude'),
  })
  .superRefine(checkPeriod)

const flag = (name: string) => z.boolean(`${name} must be true or false`)

const { name, date } = campaignRequest.shape

/** A new name changes neither `utm_campaign` nor the link, because printed links contain the old values. */
export const campaignPatch = z
  .object({
    name,
    date,
    notes: anyProse(),
    isActive: flag('isActive'),
    generatedUrl: optionalLink('Generated URL'),
    archived: flag('archived'),
    version,
  })
  .partial()
  .refine(
    ({ version: _, ...changes }) => Object.values(changes).some(value => value !== undefined),
    'Send name, date, notes, isActive, generatedUrl or archived',
  )
  .refine(({ isActive, archived }) => !(isActive && archived), {
    path: ['isActive'],
    message: 'A campaign cannot be both archived and active',
  })
export type CampaignPatch = z.output<typeof campaignPatch>

/** `POST /api/admin/campaigns/renew-urls`: rebuilds links to other domains. Skips archived campaigns. */
export const renewRequest = z.strictObject({
  /** Number of links that staff confirmed. If it has changed, the server answers 409 and changes nothing. */
  expectedCount: z.int('expectedCount must be a whole number').min(1, 'expectedCount must be at least 1'),
})
export const renewAnswer = z.object({ renewed: z.int(), domain: z.string() })
export type Renewed = z.infer<typeof renewAnswer>

/** `problem` is one sentence. null if the page answers and every tag survives the redirects. */
export const linkCheck = z.object({
  finalUrl: z.string(),
  redirects: z.int(),
  problem: z.string().nullable(),
})
export type LinkCheck = z.infer<typeof linkCheck>

/** The tracker reports LINK_FAULTS. The server finds the other faults in the values of the tags. */
export const TAG_FAULTS = [...LINK_FAULTS, 'plus_sign', 'characters', 'no_campaign'] as const
export type TagFault = (typeof TAG_FAULTS)[number]

const unknownTag = z.object({
  /** Empty if the links have no `utm_campaign`. */
  utmCampaign: z.string(),
  /** The most frequent source and medium of the links, if the links differ. */
  utmSource: z.string(),
  utmMedium: z.string(),
  faults: z.array(z.enum(TAG_FAULTS)),
  clicks: z.int(),
  conversions: z.int(),
  /** Time of the last click with these tags, rounded down to a quarter-hour. */
  lastAt: z.iso.datetime(),
  /** The campaign that was probably meant. null if none is similar. */
  nearest: z
    .object({
      id: z.uuid(),
      name: z.string(),
      utmCampaign: z.string(),
      utmSource: z.string(),
      utmMedium: z.string(),
      /** The difference: case or punctuation (`spelling`), a few characters (`typo`), source or medium (`tags`). */
      likeness: z.enum(['spelling', 'typo', 'tags']),
    })
    .nullable(),
})
export type UnknownTag = z.infer<typeof unknownTag>

/** `GET /api/admin/unknown-tags`: the 50 unknown tags with the most clicks. `total` counts all unknown tags. */
export const unknownTags = z.object({ range: reportRange, total: z.int(), tags: z.array(unknownTag) })
export type UnknownTags = z.infer<typeof unknownTags>
