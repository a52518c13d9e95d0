/** Serves the built front end: a prerendered page a path, hashed assets for ever, and the headers that keep pages safe. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import { withServed } from '@firsttouch/api/contract/experiments/served-block'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type SiteOrigins, securityHeaders } from './headers.ts'
import { type LoadedPage, type Period, packPage, readPage, withSiteUrl } from './page.ts'
import { reportRoutes } from './policy-reports.ts'
import { type AskShares, followShares } from './shares.ts'

export type SiteOptions = {
  /** What `npm run build -w frontend` made. */
  dist: string
  /** The site's public address, for canonical links and the sitemap. Empty: the paths alone. */
  siteUrl?: string
  /** `required`: the pages ask before they make an identifier. */
  consentMode?: 'required' | 'not_required'
  /** Ids of adverts' clicks are kept: the tracker keeps them, and the pages say so. */
  clickIds?: boolean
  /** A cookie keeps who the visitor is to us where the browser clears script storage: see frontend/src/track/identity-cookie.ts. */
  identityCookie?: boolean
  /** How long things are kept, as the privacy page says it. None: what the build wrote. */
  periods?: readonly Period[]
  /** Other origins that the business's own values need the pages to reach. */
  origins?: SiteOrigins
  /** The states of the A/B tests. Without them, pages show the tests as the code declares them. */
  askShares?: AskShares | undefined
  askSharesEveryMs?: number
}

type SiteFile = { files: Record<string, string>; scriptHashes: string[] }

/** Paths that belong to services: what they do not know is their own 404. */
const SERVICES = /^\/(api|health|metrics)(\/|$)/

export const siteRoutes =
  ({
    dist,
    siteUrl = '',
    consentMode = 'not_required',
    clickIds = false,
    identityCookie = false,
    periods = [],
    origins = {},
    askShares = async () => declaredShares(),
    askSharesEveryMs,
  }: SiteOptions): FastifyPluginAsync =>
  async app => {
    const site: SiteFile = JSON.parse(await readFile(join(dist, 'site.json'), 'utf8'))
    const built = new Map<string, string>()
    for (const [path, file] of Object.entries(site.files))
      built.set(
        path,
        await readPage(join(dist, file), { siteUrl, consentMode, clickIds, identityCookie, periods }),
      )
    const pages = new Map<string, LoadedPage>()
    const followed = await followShares({
      ask: askShares,
      everyMs: askSharesEveryMs,
      log: app.log,
      renew: async shares => {
        const renewed = [...built].map(async ([path, html]) => {
          const page = await packPage(withServed(html, shares))
          return () => pages.set(path, page)
        })
        // All at once: no visitor meets one page of before and one of after.
        for (const take of await Promise.all(renewed)) take()
      },
    })
    app.addHook('onClose', followed.close)
    const headers = securityHeaders(site.scriptHashes, origins)

    app.addHook('onSend', async (_request, reply) => {
      reply.headers(headers)
    })
    reportRoutes(app)
    await serveFiles(app, dist, siteUrl)
    // Each by its path, so that another method is answered with what the page takes.
    for (const path of [...built.keys()].filter(path => path !== '*').concat('/*'))
      app.get(path, (request, reply) => answerPage(request, reply, pages))
  }

const answerPage = (request: FastifyRequest, reply: FastifyReply, pages: Map<string, LoadedPage>) => {
  const [path = '/', query] = request.url.split('?', 2)
  if (SERVICES.test(path)) return reply.callNotFound()
  if (path !== '/' && path.endsWith('/') && pages.has(path.slice(0, -1)))
    return reply.redirect(query ? `${path.slice(0, -1)}?${query}` : path.slice(0, -1), 308)
  const known = path === '*' ? undefined : pages.get(path)
  const typed = path.toLowerCase().replace(/(?<=.)\/$/, '')
  if (!known && path !== typed && (pages.has(typed) || typed.startsWith('/go/')))
    return reply.redirect(query ? `${typed}?${query}` : typed, 301)
  const page = known ?? pages.get('*')
  if (!page) return reply.callNotFound()
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: page.etag })
  if (known && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const { encoding, body } = page.bodyFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .status(known ? 200 : 404)
    .type('text/html; charset=utf-8')
    .send(body)
}

/** Asset names contain a hash of the content. The few other files do not, and are cached briefly. */
const serveFiles = async (app: FastifyInstance, dist: string, siteUrl: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  const names = (await readdir(dist)).filter(name => extname(name) in TYPES)
  for (const name of names) {
    const content = await readFile(join(dist, name))
    const type = TYPES[extname(name)] ?? ''
    if (name === 'sitemap.xml' && !siteUrl) continue
    const body = type.startsWith('text/') ? withSiteUrl(content.toString(), siteUrl) : content
    app.get(`/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(body),
    )
  }
}

const TYPES: Record<string, string> = {
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'text/xml; charset=utf-8',
}
