/** One built page, finished with what only the running site knows, and compressed once instead of at every request. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** What the build writes where the site's own address belongs. */
const SITE_URL_TOKEN = 'https://site-url.invalid'

export type Encoding = 'br' | 'gzip' | 'identity'
export type LoadedPage = {
  etag: string
  bodyFor: (acceptEncoding: string | undefined) => { encoding: Encoding; body: Buffer }
}
export type PageFacts = { siteUrl: string; consentMode: 'required' | 'not_required' }

/** Without an address the lines that would name it (canonical, sitemap) are left out: a wrong one does harm. */
export const withSiteUrl = (text: string, siteUrl: string): string =>
  text
    .split('\n')
    .filter(line => siteUrl || !line.includes(SITE_URL_TOKEN) || line.includes('ld+json'))
    .join('\n')
    .replaceAll(SITE_URL_TOKEN, siteUrl.replace(/\/+$/, ''))

export const loadPage = async (file: string, { siteUrl, consentMode }: PageFacts): Promise<LoadedPage> => {
  const built = await readFile(file, 'utf8')
  const html = withSiteUrl(built, siteUrl).replace('data-consent="required"', `data-consent="${consentMode}"`)
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
    .map(part => part.trim().split(/\s*;\s*/))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}
