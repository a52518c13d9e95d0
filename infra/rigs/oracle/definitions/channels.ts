/** Channel and referring site of a visit, or of a conversion's first touch. */
import type { Event } from '../facts.ts'

/** Sites of the generated business's referrers. For any other referrer, the site is the host itself. */
const SITES: Record<string, string> = {
  'www.google.com': 'google.com',
  'www.google.co.uk': 'google.com',
  'l.facebook.com': 'facebook.com',
  'm.facebook.com': 'facebook.com',
  'www.bing.com': 'bing.com',
  'www.tiktok.com': 'tiktok.com',
  'www.linkedin.com': 'linkedin.com',
  'www.youtube.com': 'youtube.com',
  'www.firsttouch.example': 'firsttouch.example',
}
const KINDS: Record<string, 'search' | 'social' | 'video'> = {
  google: 'search',
  bing: 'search',
  facebook: 'social',
  tiktok: 'social',
  linkedin: 'social',
  youtube: 'video',
}
const kindOf = (name: string) => KINDS[name.replace(/\.com$/, '')]
/** Sources that the tracker infers if a link has no utm_source. The referrer is more precise than these. */
const INFERRED = ['', 'google', 'facebook', 'linkedin', 'direct', 'referral']

type Came = Pick<Event, 'tags' | 'referrer' | 'clickIds'>

export const siteOf = ({ referrer }: Pick<Came, 'referrer'>): string => {
  const host = referrer
    .replace(/^[a-z]+:\/\//, '')
    .split(/[/?#]/, 1)[0]
    ?.toLowerCase()
  return SITES[host ?? ''] ?? host ?? ''
}

export const channelOf = (event: Came): string => {
  const { source, medium, campaign } = event.tags
  const site = siteOf(event)
  if (event.clickIds.includes('gclid')) return 'Paid search'
  if (['cpc', 'cpm'].includes(medium)) {
    const kind = kindOf(source)
    return kind === 'search' ? 'Paid search' : kind === 'social' ? 'Paid social' : 'Paid other'
  }
  if (medium === 'print') return 'Print and QR'
  if (medium === 'email') return 'E-mail'
  const kind = site !== '' && INFERRED.includes(source) ? kindOf(site) : (kindOf(source) ?? kindOf(site))
  if (kind === 'social' || medium === 'social') return 'Organic social'
  if (kind === 'video' || medium === 'video') return 'Video'
  if (kind === 'search') return 'Organic search'
  const isPlain = campaign === '' && ['', 'organic', 'none'].includes(medium)
  if (isPlain && site !== '' && source === 'direct') return 'Internal'
  return isPlain && site === '' && ['', 'direct'].includes(source) ? 'Direct' : 'Referral'
}

/** The channel and site filters of the traffic calls. */
export const isFrom = (event: Came, asked: { channel?: string; referringSite?: string }): boolean =>
  (asked.channel === undefined || channelOf(event) === asked.channel) &&
  (asked.referringSite === undefined || siteOf(event) === asked.referringSite)
