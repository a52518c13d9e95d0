/** `GET /go/17`: the short link of a campaign, made to be printed. */
import { z } from 'zod'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { selectShortLink } from './records.ts'

/** As people type it, or copy it with what stands behind it in a sentence. */
const PATHS = ['/go/*', '/Go/*', '/GO/*', '/gO/*']
const NUMBER = /^([1-9]\d{0,8})[^\p{L}\p{N}]*$/u

export const shortLinkRoutes = (app: Api, { sql }: Deps): void => {
  for (const path of PATHS)
    app.get(
      path,
      { config: FOR_ALL, schema: { params: z.object({ '*': z.string() }) } },
      async (request, reply) => {
        const [, number] = NUMBER.exec(request.params['*'].replace(/&.*/s, '')) ?? []
        // A mistyped number still leads to the site.
        const link = number && (await selectShortLink(sql, Number(number)))
        const [, ...query] = request.url.split(/[?&]/)
        // Staff may change the link: no browser should remember it.
        return reply
          .header('cache-control', 'no-store')
          .redirect(link ? withQuery(link, query.join('&')) : '/', 302)
      },
    )
}

/** Parameters that the link has win. Others, such as an advert's click id, go along. */
const withQuery = (link: string, query: string): string => {
  const url = new URL(link)
  const own = new Set([...url.searchParams.keys()].map(key => key.toLowerCase()))
  const given = [...new URLSearchParams(query)].filter(([key]) => !own.has(key.toLowerCase()))
  if (given.length === 0) return link
  url.search += `${url.search ? '&' : '?'}${new URLSearchParams(given)}`
  return url.href
}
