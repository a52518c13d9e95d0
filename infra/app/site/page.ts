/** One built page, completed with what only the running site knows, and compressed once instead of for every request. */
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
/** `words` of a period of `days`, for the place in the page that `name` marks. */
export type Period = { name: string; days: number; words: string }
export type PageFacts = {
  siteUrl: string
  consentMode: 'required' | 'not_required'
  clickIds: boolean
  identityCookie: boolean
  periods: readonly Period[]
}

/** For the banner that asks. On the page and not in the script, which nearly everybody loads for nothing. */
const CLICK_WORDS =
  'If an advert brought you and you write to us, we keep the number that Google, Microsoft or Meta gave your click, and may tell Google or Microsoft what became of it.'

/** Without an address, the lines that would name it (canonical, sitemap) are left out: a wrong address does harm. */
export const withSiteUrl = (text: string, siteUrl: string): string =>
  text
    .split('\n')
    .filter(line => siteUrl || !line.includes(SITE_URL) || line.includes('ld+json'))
    .join('\n')
    .replaceAll(SITE_URL, bare(siteUrl))

const bare = (address: string): string => (address.endsWith('/') ? bare(address.slice(0, -1)) : address)

/** On the document for its scripts, and in the words that are read without any. */
const withPeriods = (html: string, periods: readonly Period[]): string => {
  if (periods.length === 0) return html
  const days = JSON.stringify(Object.fromEntries(periods.map(({ name, days }) => [name, days])))
  return periods.reduce(
    (page, { name, words }) =>
      page.replaceAll(new RegExp(`(data-kept-for="${name}">)[^<]*`, 'g'), `$1${words}`),
    html.replace('<html ', `<html data-kept='${days}' `),
  )
}

/** Reads a page's HTML and fills in what does not change while the site runs. */
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
