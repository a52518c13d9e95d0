/** UTM tags and tagged links of campaigns. Pages import this file, so it does not import zod. */

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

/** The `utm_campaign` value of a name, in a-z, 0-9 and underscores. "Été 26" becomes `ete_26`. */
export const campaignValue = (name: string): string =>
  withoutAccents(name)
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9_]/g, '')

type Tags = {
  utmSource: string
  utmMedium: string
  utmCampaign: string
  utmContent?: string | null | undefined
  utmTerm?: string | null | undefined
}

/** Placeholders that ad platforms replace at each click. Platforms do not recognise percent-encoded placeholders. */
const MACRO = /(\{\{[\w.]+\}\}|\{\w+(?::[\w.-]*)?\})/

const escaped = (value: string): string =>
  value
    .split(MACRO)
    .map((part, at) => (at % 2 ? part : new URLSearchParams({ a: part }).toString().slice(2)))
    .join('')

const queryOf = (tags: Tags): string =>
  Object.entries({
    utm_source: tags.utmSource,
    utm_medium: tags.utmMedium,
    utm_campaign: tags.utmCampaign,
    utm_content: tags.utmContent,
    utm_term: tags.utmTerm,
  })
    .flatMap(([key, value]) => (value ? [`${key}=${escaped(value)}`] : []))
    .join('&')

export const campaignUrl = (domain: string, tags: Tags): string =>
  `${withoutEndSlashes(domain)}/?${queryOf(tags)}`

const VALUE_TRACK = { utmContent: '{creative}', utmTerm: '{keyword}' }
const META = { utmContent: '{{ad.name}}', utmTerm: '{{adset.name}}' }
/** Default placeholders by source, for a campaign without `utm_content` or `utm_term`. */
const MACROS: Partial<Record<string, Pick<Tags, 'utmContent' | 'utmTerm'>>> = {
  ...{ google: VALUE_TRACK, youtube: VALUE_TRACK, facebook: META, instagram: META },
  bing: { utmContent: '{AdId}', utmTerm: '{keyword}' },
}

/** The tags in the form that the ad platform expects. */
export const adTags = (tags: Tags): { label: string; value: string }[] => {
  const macros = MACROS[tags.utmSource]
  const suffix = queryOf({
    ...tags,
    utmContent: tags.utmContent || macros?.utmContent,
    utmTerm: tags.utmTerm || macros?.utmTerm,
  })
  if (!macros || macros === META) return [{ label: 'URL parameters', value: suffix }]
  return [
    { label: 'Final URL suffix', value: suffix },
    { label: 'Tracking template', value: `{lpurl}?${suffix}` },
  ]
}

/** A mere prefix check would accept www.example.com.evil.org for www.example.com. */
export const leadsTo = (domain: string, link: string): boolean =>
  link.startsWith(domain) && /^($|[/?#])/.test(link.slice(domain.length))
