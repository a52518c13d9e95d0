/** Fills in a built page's address, consent mode and retention periods for this site, and compresses it once. */
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
/** `words` describe a period of `days`. They replace the text of the element that `name` marks. */
export type Period = { name: string; days: number; words: string }
export type PageFacts = {
  /** The site's public address for canonical links and the sitemap. Empty: relative paths. */
  siteUrl: string
  /** `required`: pages ask for consent before they create an identifier. */
  consentMode: 'required' | 'not_required'
  /** Whether the tracker stores ad click ids. The pages then say so. */
  clickIds: boolean
  /** A cookie preserves the visitor's identity when the browser clears script storage. See `frontend/src/track/identity-cookie.ts`. */
  identityCookie: boolean
  /** Retention periods in the words of the privacy page. Without them the page keeps the periods of the build. */
  periods: readonly Period[]
}

/** Text of the consent banner about click ids. In the script, most visitors would load it for nothing. */
const CLICK_WORDS =
  'If an advert brought you and you write to us, we keep the number that Google, Microsoft or Meta gave your click, and may tell Google or Microsoft what became of it.'

/** Without `siteUrl`, removes canonical link and sitemap, because a wrong address harms search ranking. */
export const withSiteUrl = (text: string, siteUrl: string): string =>
  text
    .split('\n')
    .filter(line => siteUrl || !line.includes(SITE_URL) || line.includes('ld+json'))
    .join('\n')
    .replaceAll(SITE_URL, bare(siteUrl))

const bare = (address: string): string => (address.endsWith('/') ? bare(address.slice(0, -1)) : address)

/** Reads a page's HTML and fills in the facts that stay constant while the site runs. Scripts read them from attributes of <html>. */
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
