/** Reads a link's UTM values, or infers the source from the referrer (section 9 of the specification). */
import { parseUrl } from '@firsttouch/api/contract/fields/parse-url'
import type { Utm } from '@firsttouch/ingest/events'
import { ADDRESS_LIMIT, clip, TEXT_LIMIT } from './clip.ts'
import type { RepairedLink } from './link.ts'

/** Patterns for hosts and for names of Android apps. The caller puts a dot before the host. */
const SOURCES: readonly (readonly [source: string, hosts: RegExp])[] = [
  ['facebook', /\.(facebook\.com|fb\.com|fb\.me)$|^\.com\.facebook\./],
  ['google', /\.google(\.[a-z]{2,3}){1,2}$|\.googlequicksearchbox$/],
  ['instagram', /\.instagram\.com$|^\.com\.instagram\./],
  ['linkedin', /\.(linkedin\.com|lnkd\.in)$|^\.com\.linkedin\./],
  ['twitter', /\.(twitter\.com|t\.co|x\.com)$|^\.com\.twitter\./],
]

const bare = (host: string): string => host.replace('www.', '')

/** Returns `direct` if there is no readable external referrer, and `referral` for an unknown site. */
export const inferSource = (referrer: string, ownHost: string): string => {
  const host = referrer && parseUrl(referrer)?.host.toLowerCase()
  if (!host || bare(host) === bare(ownHost)) return 'direct'
  return SOURCES.find(([, hosts]) => hosts.test(`.${host}`))?.[0] ?? 'referral'
}

/** The projector also uses `referrer` and `clickIds` to derive the marketing channel. */
export type Touch = Utm & { referrer: string; clickIds: string[] }
export type Arrival = Partial<RepairedLink> & {
  search: string
  referrer: string
  host: string
  origin: string
}

/** A link without any UTM value gets the medium organic. An unreplaced macro counts as a UTM value here. */
export const arrivalUtm = ({ search, linkFaults, referrer, host }: Omit<Arrival, 'origin'>): Utm => {
  const query = new URLSearchParams(search)
  const utm = utmOf(key => query.get(key)?.trim())
  const isTagged = linkFaults?.includes('macro') || Object.values(utm).some(Boolean)
  return {
    ...utm,
    utm_source: utm.utm_source || inferSource(referrer, host),
    utm_medium: utm.utm_medium || (isTagged ? '' : 'organic'),
  }
}

const utmOf = (read: (key: keyof Utm) => unknown): Utm =>
  Object.fromEntries(
    ['source', 'medium', 'campaign', 'content', 'term'].map(name => {
      const key = `utm_${name}` as keyof Utm
      const value = read(key)
      return [key, typeof value === 'string' ? clip(value, TEXT_LIMIT) : '']
    }),
  ) as Utm

/** Drops query and fragment, which may hold search words or personal data. */
export const cleanReferrer = (referrer: string): string => {
  const url = referrer && parseUrl(referrer)
  return url
    ? clip(
        url.origin === 'null' ? (url.href.split(/[?#]/)[0] ?? '') : url.origin + url.pathname,
        ADDRESS_LIMIT,
      )
    : ''
}

/** Parses the stored first touch. undefined if it is invalid. */
export const readFirstTouch = (saved: string | null): Touch | undefined => {
  try {
    const value = saved && JSON.parse(saved)
    return Object(value) === value
      ? {
          ...utmOf(key => value[key]),
          referrer: clip(`${value.referrer ?? ''}`, ADDRESS_LIMIT),
          clickIds: `${value.clickIds ?? ''}`.split(','),
        }
      : undefined
  } catch {
    return undefined
  }
}
