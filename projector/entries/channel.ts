/** Derives channel and referring site of a visit or conversion. Must be pure, so that rebuilds give the same result. */
import { memoize } from '@firsttouch/infra/platform/memoize'
import type { Channel, ConversionEvent, VisitEvent } from '@firsttouch/ingest/events'
import { getDomain } from 'tldts'
import * as words from './sources.ts'

type Touch = Pick<VisitEvent, 'utm' | 'clickIds'> & Pick<ConversionEvent, 'referrer'>
/** `site` is a registrable domain, a host, an app, or empty if unknown. Redaction replaces the referrer with `site`. */
export type Arrival = { channel: Channel; site: string }

/** Sources that the tracker writes into `utm_source` when the link has no tags. */
const INFERRED = new Set(['facebook', 'google', 'instagram', 'linkedin', 'twitter', 'referral', 'direct', ''])

export const arrivalOf = ({ utm, clickIds = [], referrer = '' }: Touch): Arrival => {
  // An erasure removes `utm_content` and `utm_term`, so the channel must not depend on them.
  const isTagged = utm.utm_campaign !== ''
  return arrivalBy(JSON.stringify([referrer, utm.utm_source, utm.utm_medium, isTagged, clickIds]))
}

/** Memoized, because the computation takes several µs and a look-up only a tenth of that. */
const arrivalBy = memoize((key): Arrival => {
  const [referrer, source, medium, isTagged, clickIds]: [string, string, string, boolean, string[]] =
    JSON.parse(key)
  const from = referrerOf(referrer)
  const named = sourceOf(source)
  return {
    channel: channelOf(plain(source), plain(medium), { clickIds: clickIds.join(' '), isTagged, named, from }),
    site: from?.site ?? (source.includes('.') ? (named?.site ?? '') : ''),
  }
}, 5_000)

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** `named` is the site that `utm_source` names. `from` is the site of the referrer. */
type Facts = { clickIds: string; isTagged: boolean } & Record<'named' | 'from', words.Known | undefined>

/** Follows GA4's default channel grouping, with few changes. */
const channelOf = (source: string, medium: string, { clickIds, isTagged, named, from }: Facts): Channel => {
  if (words.PAID_SEARCH_CLICK.test(clickIds)) return 'Paid search'
  if (words.PAID_SOCIAL_CLICK.test(clickIds)) return 'Paid social'
  if (words.PAID_OTHER_CLICK.test(clickIds)) return 'Paid other'
  if (words.PRINT.test(medium) || words.PRINT_MEDIUM.test(medium)) return 'Print and QR'
  const saysSocial = words.SOCIAL.test(medium)
  if (words.PAID.test(medium)) {
    const kind = (named ?? from)?.kind
    if (saysSocial || kind === 'social') return 'Paid social'
    return kind === 'search' || words.SEARCH_ADS.test(medium) ? 'Paid search' : 'Paid other'
  }
  if (words.MAIL.test(medium) || words.MAIL.test(source)) return 'E-mail'
  // For an inferred source the referrer is more precise: the tracker infers `google` for mail.google.com too.
  const { kind } = (from && INFERRED.has(source) ? from : (named ?? from)) ?? {}
  if (kind === 'ai') return 'AI assistant'
  if (saysSocial || kind === 'social') return 'Organic social'
  if (kind === 'video' || words.VIDEO.test(medium)) return 'Video'
  if (kind === 'search' || (medium === 'organic' && !INFERRED.has(source))) return 'Organic search'
  if (kind === 'mail') return 'E-mail'
  if (words.PRINT.test(source)) return 'Print and QR'
  const isPlain = !isTagged && /^(?:organic|none|not set|)$/.test(medium)
  if (isPlain && from && (kind === 'payment' || source === 'direct')) return 'Internal'
  return isPlain && !from && /^(?:direct|)$/.test(source) ? 'Direct' : 'Referral'
}

const sourceOf = (source: string): words.Known | undefined => {
  const name = source.trim().toLowerCase()
  return words.KNOWN.get(name) ?? (name.includes('.') ? knownHost(name) : undefined)
}

const LONGEST = 255
const APP = /^(?:android|ios)-app:\/\/([\w.-]+)/i
/** Format of `site` for an app that is not in the list of known sites. */
const NAMED_APP = /^([\w.-]+) \(app\)$/

/** `referrer` is an address, an app, or the `site` of a redacted referrer, which must give the original's result. */
const referrerOf = (referrer: string): words.Known | undefined => {
  const app = (APP.exec(referrer) ?? NAMED_APP.exec(referrer))?.[1]?.toLowerCase().slice(0, LONGEST - 6)
  if (app)
    return known(app, app => app.slice(0, app.lastIndexOf('.'))) ?? { kind: 'other', site: `${app} (app)` }
  const host = hostOf(referrer)
  return host === '' ? undefined : (knownHost(host) ?? siteOf(host))
}

/** Returns '' for a host without a dot, because such a referrer may be any text. */
const hostOf = (referrer: string): string => {
  const address = /^[^\s/?#@]+$/.test(referrer) ? `https://${referrer}` : referrer
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return ''
  const host = url.hostname.slice(0, LONGEST).split('.').filter(Boolean).join('.')
  return /[.:]|^localhost$/.test(host) ? host : ''
}

type Found = words.Known & { part: string }

/** Finds the longest listed suffix of a host, or prefix of an app's name. A part without a dot never matches. */
const known = (name: string, shorter: (name: string) => string): Found | undefined => {
  for (let part = name; part.includes('.'); part = shorter(part)) {
    const found = words.KNOWN.get(part)
    if (found) return { ...found, part }
  }
  return undefined
}

const knownHost = (host: string): words.Known | undefined => {
  const domain = getDomain(host) ?? host
  const brand = words.IN_EVERY_COUNTRY.exec(domain)?.[1]
  const own = brand ? `${host.slice(0, -domain.length)}${brand}.com` : host
  const found = known(own, part => part.slice(part.indexOf('.') + 1))
  if (found?.kind !== 'search') return found
  const before = own.slice(0, -found.part.length)
  if (words.SEARCHES.test(before)) return found
  return { kind: words.MAILBOX.test(before.slice(0, -1)) ? 'mail' : 'other', site: own }
}

const siteOf = (host: string): words.Known => {
  const [label = ''] = host.split('.')
  // On shared domains such as github.io each subdomain belongs to a different owner.
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? host
  return words.MAILBOX.test(label) && host !== domain
    ? { kind: 'mail', site: `${label}.${domain}` }
    : { kind: 'other', site: domain }
}
