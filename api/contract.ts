/** Requests and answers of every API call; forms validate with the same schemas that the server trusts. */
import { z } from 'zod'
import { withoutEndSlashes } from './contract/end-slashes.ts'
import { verdict } from './contract/experiments.ts'
import { reportRange } from './contract/range.ts'
import { line, optionalLine, optionalProse } from './contract/text.ts'
import { optionalLink } from './contract/web-link.ts'

// ---- staff session ----

export const loginRequest = z.object({
  username: z
    .string()
    .min(1, 'Username is required')
    .max(255)
    // PostgreSQL cannot be asked for one.
    .refine(name => !/\p{Cc}/u.test(name), 'A user name has no control characters'),
  password: z.string().min(1, 'Password is required').max(1024),
})
export const loginAnswer = z.object({ username: z.string() })
/** `timeZone`: the one in which reports cut their days. */
export const sessionAnswer = loginAnswer.extend({ timeZone: z.string() })
export type SessionAnswer = z.infer<typeof sessionAnswer>

// ---- analytics ----

/**
 * Rates are percentages (0 to 100). `asOf` is the time up to which every acknowledged event is counted; null while that
 * is not known of any time.
 */
export const analyticsSummary = z.object({
  asOf: z.iso.datetime().nullable(),
  range: reportRange,
  totalVisits: z.int(),
  totalConversions: z.int(),
  conversionRate: z.number(),
  /** Narrowed by everything but the source. */
  topSources: z.array(z.object({ source: z.string(), visits: z.int(), conversions: z.int() })),
  conversionsByType: z.array(z.object({ conversionType: z.string(), count: z.int() })),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>

// ---- campaigns ----

// biome-ignore format: a list reads best in rows
export const SOURCES = [
  'facebook', 'google', 'instagram', 'tiktok', 'youtube', 'linkedin', 'twitter', 'bing', 'direct_mail', 'email',
  'referral',
] as const
// biome-ignore format: a list reads best in rows
export const MEDIUMS = [
  'cpc', 'cpm', 'display', 'video', 'social', 'email', 'organic', 'referral', 'affiliate', 'print',
] as const

/** The campaign value of a link: lower case, runs of white space as one underscore, nothing but a-z, 0-9 and _. */
export const campaignValue = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9_]/g, '')

/** The tagged link: the domain, then the UTM values that are not empty. */
export const campaignUrl = (
  domain: string,
  utm: { utmSource: string; utmMedium: string; utmCampaign: string; utmContent?: string; utmTerm?: string },
): string => {
  const query = new URLSearchParams()
  const values = {
    utm_source: utm.utmSource,
    utm_medium: utm.utmMedium,
    utm_campaign: utm.utmCampaign,
    utm_content: utm.utmContent,
    utm_term: utm.utmTerm,
  }
  for (const [key, value] of Object.entries(values)) if (value) query.set(key, value)
  return `${withoutEndSlashes(domain)}/?${query}`
}

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

// ---- split tests ----

export const abTestStats = z.object({
  asOf: z.iso.datetime().nullable(),
  /** What the counts are of; a verdict is always on the whole of its run. */
  range: reportRange,
  testStats: z.array(
    z.object({
      testName: z.string(),
      variant: z.string(),
      totalEvents: z.int(),
      conversions: z.int(),
      conversionRate: z.number(),
      visitors: z.int(),
      converters: z.int(),
    }),
  ),
  conversionBreakdown: z.array(
    z.object({ testName: z.string(), variant: z.string(), conversionType: z.string(), count: z.int() }),
  ),
  /** One for every declared test of two variants, also before it has data. */
  verdicts: z.array(verdict),
})
export type AbTestStats = z.infer<typeof abTestStats>

// ---- live stream ----

/** What `GET /api/admin/live` pushes: the query keys to fetch again, and how fresh the read models are. */
export const liveMessage = z.object({
  /** Empty in a heartbeat, which only says how fresh the figures are. */
  changed: z.array(z.string()),
  /** null: not known. */
  asOf: z.iso.datetime().nullable(),
  lagMs: z.number().nullable(),
})
export type LiveMessage = z.infer<typeof liveMessage>

// ---- errors ----

/** RFC 9457. `detail` is a sentence a person can act on; `issues` name the fields. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof problem>
