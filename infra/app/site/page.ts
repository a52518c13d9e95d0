/** Reads a built page, fills in the facts of this site, and compresses the page once. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { SITE_URL } from '@firsttouch/api/contract/fields/site-url'

export type Encoding = 'br' | 'gzip' | 'identity'
export type LoadedPage = {
  etag: string
  bodyFor: (acceptEncoding: string | undefined) => { encoding: Encoding; body: Buffer }
}
/** A retention period. `words` replaces the text of the element whose attribute `data-kept-for` is `name`. */
export type Period = { name: string; days: number; words: string }
export type PageFacts = {
  /** The site's public address, for canonical links and the sitemap. Empty if unknown. */
  siteUrl: string
  /** With `required`, pages ask for consent before they create an identifier. */
  consentMode: 'required' | 'not_required'
  /** Whether the tracker stores ad click ids. If it does, the pages say so. */
  clickIds: boolean
  /** Whether a cookie preserves the identity when the browser clears script storage (`track/identity-cookie.ts`). */
  identityCookie: boolean
  /** Retention periods for the privacy page. If empty, the page keeps the periods from the build. */
  periods: readonly Period[]
}

/** The server adds this text only if the site stores click ids, because the text makes every page larger. */
const CLICK_WORDS =
  'If an advert brought you and you write to us, we keep the number that Google, Microsoft or Meta gave your click, and may tell Google or Microsoft what became of it.'

/** Without an address, removes canonical links and the sitemap. A wrong address in them would harm search ranking. */
export const withSiteUrl = (text: string, siteUrl: string): string =>
  text
    .split('\n')
    .filter(line => siteUrl || !line.includes(SITE_URL) || line.includes('ld+json'))
    .join('\n')
    .replaceAll(SITE_URL, bare(siteUrl))

const bare = (address: string): string => (address.endsWith('/') ? bare(address.slice(0, -1)) : address)

/** Fills in the facts that stay constant while the site runs. Scripts read them from attributes of <html>. */
export const readPage = async (
  file: string,
  { siteUrl, consentMode, clickIds, identityCookie, periods }: PageFacts,
): Promise<string> => {
  const days = JSON.stringify(Object.fromEntries(periods.map(({ name, days }) => [name, days])))
  const attributes = [
    ...(periods.length > 0 ? [`data-kept='${days}'`] : []),
    ...(identityCookie ? ['data-identity-cookie="on"'] : []),
    ...(clickIds ? [`data-click-ids="on" data-click-words="${CLICK_WORDS} "`] : []),
  ]
  const page = withSiteUrl(await readFile(file, 'utf8'), siteUrl)
    .replace('data-consent="required"', `data-consent="${consentMode}"`)
    .replace('<html ', ['<html', ...attributes, ''].join(' '))
  return periods.reduce(
    (text, { name, words }) =>
      text.replaceAll(new RegExp(`(data-kept-for="${name}">)[^<]*`, 'g'), `$1${words}`),
    page,
  )
}

export const packPage = async (html: string): Promise<LoadedPage> => {
  const identity = Buffer.from(html)
  const bodies: Record<Encoding, Buffer> = {
    br: await promisify(brotliCompress)(identity),
    gzip: await promisify(gzip)(identity, { level: 9 }),
    identity,
  }
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodyFor: acceptEncoding => {
      const encoding =
        negotiate((acceptEncoding ?? '').toLowerCase(), ['br', 'gzip'] satisfies Encoding[]) ?? 'identity'
      return { encoding, body: bodies[encoding] }
    },
  }
}
