/** Campaigns: what staff send and are shown, tagged links, and clicks that belong to no campaign. */
import { LINK_FAULTS } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { auditEntry } from './audit.ts'
import { campaignValue } from './campaign-link.ts'
import { costDays, daysWithoutCost } from './costs/spend.ts'
import { anyProse, line, optionalLine, optionalProse } from './fields/text.ts'
import { optionalLink } from './fields/web-link.ts'
import { version } from './inbox.ts'
import { checkPeriod, period, reportRange } from './range.ts'

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

const amount = z.number().nullable()

/** What advertising cost on `costDays`, and for each of what came of it on these days. null: not known, which is not nought. */
const costs = z.object({
  currency: z.string(),
  cost: amount,
  /** Of costs that name none of the campaigns which share this one's value: `cost` is null then. null: there are none. */
  unassignedCost: amount,
  costPerClick: amount,
  costPerLead: amount,
  costPerQualifiedLead: amount,
  costPerTrial: amount,
  costPerOnboarding: amount,
  /** What the two costs of leads are divided by; null where no cost is known. */
  leadsOnCostDays: z.int().nullable(),
  qualifiedOnCostDays: z.int().nullable(),
  /** null where no day has a cost. */
  costDays: costDays.nullable(),
  daysWithoutCost: daysWithoutCost.nullable(),
  /**
   * As many days just before, without a counterpart of today where the campaign has no cost today. Its cost and ratios cover the
   * `days` of them with a known cost. null where none has, or where they were not all counted.
   */
  previousCost: z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      days: z.int(),
      cost: z.number(),
      costPerLead: amount,
      costPerQualifiedLead: amount,
    })
    .nullable(),
})
export type CampaignCosts = z.infer<typeof costs>

/**
 * The only campaign of a value counts everything with that value. Campaigns that share a value count what carries their source and
 * medium too. `clicks`: human visits with the tag. `visitors`: their sessions. The others go by first touch. null: not known now.
 */
const figures = z.object({
  clicks: z.int().nullable(),
  visitors: z.int().nullable(),
  conversions: z.int().nullable(),
  /** By which most of its clicks came; null without a click. */
  channel: z.string().nullable(),
  /** Of the sessions that the campaign brought first, as in `landings.ts`; null too for campaigns that share a value. */
  bounces: z.int().nullable(),
  engaged: z.int().nullable(),
  bounceRate: z.number().nullable(),
  leads: z.int(),
  /** Qualified now, or closed after it. */
  qualifiedLeads: z.int(),
  /** Leads whose sender has sent the trial form, and the onboarding form. */
  trials: z.int(),
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
  /** For print: leads to `generatedUrl`. */
  shortUrl: z.string(),
  archivedAt: z.iso.datetime().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
})
export type Campaign = z.infer<typeof campaign>

/** `GET /api/admin/campaigns/:id/history`: from the audit log, newest first, a hundred at most. */
export const campaignHistory = z.object({
  entries: z.array(auditEntry.pick({ id: true, at: true, person: true, action: true, detail: true })),
})
export type CampaignHistory = z.input<typeof campaignHistory>

/** `archived=include` lists those too that were put away. Counts are of the days that are asked for. */
export const campaignsQuery = z
  .object({
    ...period,
    archived: z
      .enum(['exclude', 'include', 'only'], { error: 'Archived must be exclude, include or only' })
      .default('exclude'),
  })
  .superRefine(checkPeriod)

const flag = (name: string) => z.boolean(`${name} must be true or false`)

const { name, date } = campaignRequest.shape

/** A new name leaves tag and link as they are: they are in print, and clicks are counted by them. `version`: see inbox.ts. */
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
    message: 'A campaign cannot be archived and active',
  })
export type CampaignPatch = z.output<typeof campaignPatch>

/** New links for all campaigns, but archived ones, whose link leads elsewhere than to the configured domain. */
export const renewRequest = z.strictObject({
  /** Another number than this changes nothing. */
  expectedCount: z.int('expectedCount must be a whole number').min(1, 'expectedCount must be at least 1'),
})
export const renewAnswer = z.object({ renewed: z.int(), domain: z.string() })
export type Renewed = z.infer<typeof renewAnswer>

/** `problem`: one sentence, null where the page answers and all tags arrive. */
export const linkCheck = z.object({
  finalUrl: z.string(),
  redirects: z.int(),
  problem: z.string().nullable(),
})
export type LinkCheck = z.infer<typeof linkCheck>

/** What the tracker saw, and what the values themselves show: a literal `+`, unreadable characters, no `utm_campaign`. */
export const TAG_FAULTS = [...LINK_FAULTS, 'plus_sign', 'characters', 'no_campaign'] as const
export type TagFault = (typeof TAG_FAULTS)[number]

const unknownTag = z.object({
  /**
   * The value of `utm_campaign`: no campaign has it, or several have it, and none of them with this source and medium. Empty where
   * a tagged link has none.
   */
  utmCampaign: z.string(),
  /** Of a value that no campaign has, the most frequent ones among these clicks. */
  utmSource: z.string(),
  utmMedium: z.string(),
  faults: z.array(z.enum(TAG_FAULTS)),
  clicks: z.int(),
  conversions: z.int(),
  /** The start of the quarter-hour in which the last of these clicks came. */
  lastAt: z.iso.datetime(),
  /** The campaign that was probably meant. `spelling`: only capitals or signs differ. `tags`: the source or the medium is another. */
  nearest: z
    .object({
      id: z.uuid(),
      name: z.string(),
      utmCampaign: z.string(),
      utmSource: z.string(),
      utmMedium: z.string(),
      likeness: z.enum(['spelling', 'typo', 'tags']),
    })
    .nullable(),
})
export type UnknownTag = z.infer<typeof unknownTag>

/** `GET /api/admin/unknown-tags`: most clicks first, fifty at most; `total` says how many there are. */
export const unknownTags = z.object({ range: reportRange, total: z.int(), tags: z.array(unknownTag) })
export type UnknownTags = z.infer<typeof unknownTags>
