import { z } from 'zod'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { selectShortLink } from './records.ts'

const PATHS = ['/go/*', '/Go/*', '/GO/*', '/gO/*']
/** Ignores punctuation that was copied along with the number. */
const NUMBER = /^([1-9]\d{0,8})[^\p{L}\p{N}]*$/u

export const shortLinkRoutes = (app: Api, { sql }: Deps): void => {
  for (const path of PATHS)
    app.get(
      path,
      { config: FOR_ALL, schema: { params: z.object({ '*': z.string() }) } },
      async (request, reply) => {
        const [, number] = NUMBER.exec(request.params['*'].replace(/&.*/s, '')) ?? []
        // An unknown number redirects to the home page.
        const link = number && (await selectShortLink(sql, Number(number)))
        const [, ...query] = request.url.split(/[?&]/)
        // Staff may change the link, so browsers must not cache the redirect.
        return reply
          .header('cache-control', 'no-store')
          .redirect(link ? withQuery(link, query.join('&')) : '/', 302)
      },
    )
}

/** Appends the query's parameters, such as click ids. The link's own parameters take precedence. */
const withQuery = (link: string, query: string): string => {
  const url = new URL(link)
  const own = new Set([...url.searchParams.keys()].map(key => key.toLowerCase()))
  const given = [...new URLSearchParams(query)].filter(([key]) => !own.has(key.toLowerCase()))
  if (given.length === 0) return link
  url.search += `${url.search ? '&' : '?'}${new URLSearchParams(given)}`
  return url.href
}
