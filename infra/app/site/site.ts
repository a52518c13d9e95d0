/** Serves the built front end: one prerendered page per path, immutable hashed assets, and security headers. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import { withServed } from '@firsttouch/api/contract/experiments/served-block'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { reportRoutes, type SiteOrigins, securityHeaders } from './headers.ts'
import { type LoadedPage, type PageFacts, packPage, readPage, withSiteUrl } from './page.ts'
import { type AskShares, followShares } from './shares.ts'

export type SiteOptions = Partial<PageFacts> & {
  dist: string
  /** Origins of other sites that pages may load from. */
  origins?: SiteOrigins
  /** If absent, pages show the A/B tests as the code declares them. */
  askShares?: AskShares | undefined
  askSharesEveryMs?: number
}

type SiteFile = { files: Record<string, string>; scriptHashes: string[] }

/** Paths of the services. An unknown path among them gets the service's 404, not a page. */
const SERVICES = /^\/(api|health|metrics)(\/|$)/

const NO_FACTS: PageFacts = {
  siteUrl: '',
  consentMode: 'not_required',
  clickIds: false,
  identityCookie: false,
  periods: [],
}

export const siteRoutes =
  ({
    dist,
    origins = {},
    askShares = async () => declaredShares(),
    askSharesEveryMs,
    ...given
  }: SiteOptions): FastifyPluginAsync =>
  async app => {
    const facts = { ...NO_FACTS, ...given }
    const site: SiteFile = JSON.parse(await readFile(join(dist, 'site.json'), 'utf8'))
    const built = new Map<string, string>()
    for (const [path, file] of Object.entries(site.files))
      built.set(path, await readPage(join(dist, file), facts))
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
        // All pages switch together, so no visitor gets both old and new pages.
        for (const take of await Promise.all(renewed)) take()
      },
    })
    app.addHook('onClose', followed.close)
    const headers = securityHeaders(site.scriptHashes, origins)

    app.addHook('onSend', async (_request, reply) => {
      reply.headers(headers)
    })
    reportRoutes(app)
    await serveFiles(app, dist, facts.siteUrl)
    // Each page has its own route, so other methods on it get a 405 with `Allow`.
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

/** Names of assets contain a content hash, so browsers cache them for ever. Other files are cached briefly. */
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
