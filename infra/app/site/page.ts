/** Completes a built page with facts of the running site and compresses it once. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { SITE_URL } from '@firsttouch/api/contract/fields/site-url'

export type Encoding = 'br' | 'gzip' | 'identity'
export type LoadedPage = {
  etag: string
  bodyFor: (acceptEncoding: string | undefined) => { encoding: Encoding; body: Buffer }
}
/** `words` describe a period of `days`. They replace the text of the element that `name` marks. */
export type Period = { name: string; days: number; words: string }
export type PageFacts = {
  siteUrl: string
  consentMode: 'required' | 'not_required'
  clickIds: boolean
  identityCookie: boolean
  periods: readonly Period[]
}

/** Text of the consent banner. It lies in the page, because most visitors would load it in the script for nothing. */
const CLICK_WORDS =
  'If an advert brought you and you write to us, we keep the number that Google, Microsoft or Meta gave your click, and may tell Google or Microsoft what became of it.'

/** Without an address, lines with it (canonical link, sitemap) are removed, because a wrong address harms search ranking. */
export const withSiteUrl = (text: string, siteUrl: string): string =>
  text
    .split('\n')
    .filter(line => siteUrl || !line.includes(SITE_URL) || line.includes('ld+json'))
    .join('\n')
    .replaceAll(SITE_URL, bare(siteUrl))

const bare = (address: string): string => (address.endsWith('/') ? bare(address.slice(0, -1)) : address)

/** Writes the periods into an attribute for scripts, and into the page's text. */
const withPeriods = (html: string, periods: readonly Period[]): string => {
  if (periods.length === 0) return html
  const days = JSON.stringify(Object.fromEntries(periods.map(({ name, days }) => [name, days])))
  return periods.reduce(
    (page, { name, words }) =>
      page.replaceAll(new RegExp(`(data-kept-for="${name}">)[^<]*`, 'g'), `$1${words}`),
    html.replace('<html ', `<html data-kept='${days}' `),
  )
}

/** Reads a page's HTML and fills in the facts that stay constant while the site runs. */
export const readPage = async (
  file: string,
  { siteUrl, consentMode, clickIds, identityCookie, periods }: PageFacts,
): Promise<string> => {
  const built = await readFile(file, 'utf8')
  const addressed = withSiteUrl(built, siteUrl)
  const asked = addressed.replace('data-consent="required"', `data-consent="${consentMode}"`)
  const told = clickIds
    ? asked.replace('<html ', `<html data-click-ids="on" data-click-words="${CLICK_WORDS} " `)
    : asked
  const whole = identityCookie ? told.replace('<html ', '<html data-identity-cookie="on" ') : told
  return withPeriods(whole, periods)
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
      const encoding = chooseEncoding(acceptEncoding ?? '')
      return { encoding, body: bodies[encoding] }
    },
  }
}

export const chooseEncoding = (accepted: string): Encoding => {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map(part => part.split(';').map(word => word.trim()))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}
