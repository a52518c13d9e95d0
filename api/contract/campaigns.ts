/** Campaigns: what staff may ask and change beside what `contract.ts` says of them, and clicks that belong to none. */
import { z } from 'zod'
import { checkPeriod, period, reportRange } from './range.ts'
import { optionalLink } from './web-link.ts'

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

/** `version`, where it is sent, must be the campaign's present one: otherwise somebody else was faster. */
export const campaignPatch = z
  .object({
    isActive: flag('isActive'),
    generatedUrl: optionalLink('Generated URL'),
    archived: flag('archived'),
    version: z.int('version must be a whole number'),
  })
  .partial()
  .refine(
    ({ isActive, generatedUrl, archived }) =>
      isActive !== undefined || generatedUrl !== undefined || archived !== undefined,
    'Send isActive, generatedUrl or archived',
  )
  .refine(({ isActive, archived }) => !(isActive && archived), {
    path: ['isActive'],
    message: 'A campaign cannot be archived and active',
  })
export type CampaignPatch = z.output<typeof campaignPatch>

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
