/** A campaign's tags and its tagged link; free of zod for pages. */
import { withoutEndSlashes } from './fields/end-slashes.ts'
import { withoutAccents } from './fields/fold.ts'

// biome-ignore format: a list reads best in rows
export const SOURCES = [
  'facebook', 'google', 'instagram', 'tiktok', 'youtube', 'linkedin', 'twitter', 'bing', 'direct_mail', 'email',
  'referral',
] as const
// biome-ignore format: a list reads best in rows
export const MEDIUMS = [
  'cpc', 'cpm', 'display', 'video', 'social', 'email', 'organic', 'referral', 'affiliate', 'print',
] as const

/** The campaign value of a link: lower case, runs of white space as one underscore, nothing but a-z, 0-9 and _. "Été" is `ete`. */
export const campaignValue = (name: string): string =>
  withoutAccents(name)
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9_]/g, '')

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

/** Whether a link leads to the domain: the whole of it, as www.example.com.evil.org begins like www.example.com. */
export const leadsTo = (domain: string, link: string): boolean =>
  link.startsWith(domain) && /^($|[/?#])/.test(link.slice(domain.length))
