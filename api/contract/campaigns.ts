/** Campaigns: what staff may ask and change beside what `contract.ts` says of them, and clicks that belong to none. */
import { z } from 'zod'
import { campaignRequest } from './campaign.ts'
import { optionalLink } from './fields/web-link.ts'
import { version } from './inbox.ts'
import { checkPeriod, period, reportRange } from './range.ts'

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

const { name, date, notes } = campaignRequest.shape

/**
 * `version`, where it is sent, must be the campaign's present one: otherwise somebody else was faster. Another name leaves
 * the campaign's value and link as they are: they are in print, and the clicks are counted by them.
 */
export const campaignPatch = z
  .object({
    name,
    date,
    notes: notes.unwrap(),
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
  /** How many are thought to be renewed; when it is another number, none is. */
  expectedCount: z.int('expectedCount must be a whole number').min(1, 'expectedCount must be at least 1'),
})
export const renewAnswer = z.object({ renewed: z.int(), domain: z.string() })
export type Renewed = z.infer<typeof renewAnswer>

const unknownTag = z.object({
  /** The value of `utm_campaign` that no campaign has. */
  utmCampaign: z.string(),
  /** What most of these clicks carry. */
  utmSource: z.string(),
  utmMedium: z.string(),
  clicks: z.int(),
  conversions: z.int(),
  /** To the quarter of an hour. */
  lastAt: z.iso.datetime(),
  /** The campaign that was probably meant. `spelling`: only capitals or signs differ. */
  nearest: z
    .object({
      id: z.uuid(),
      name: z.string(),
      utmCampaign: z.string(),
      likeness: z.enum(['spelling', 'typo']),
    })
    .nullable(),
})
export type UnknownTag = z.infer<typeof unknownTag>

/** `GET /api/admin/unknown-tags`: most clicks first, fifty at most; `total` says how many there are. */
export const unknownTags = z.object({ range: reportRange, total: z.int(), tags: z.array(unknownTag) })
export type UnknownTags = z.infer<typeof unknownTags>
