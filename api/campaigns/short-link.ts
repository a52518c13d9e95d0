/** `GET /go/17`: the short link of a campaign, made to be printed. */
import { z } from 'zod'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { selectShortLink } from './records.ts'

export const shortLinkRoutes = (app: Api, { sql }: Deps): void => {
  app.get(
    '/go/:number',
    { config: FOR_ALL, schema: { params: z.object({ number: z.string() }) } },
    async (request, reply) => {
      const { number } = request.params
      // Whoever mistypes a printed number still comes to the site.
      const link = /^[1-9]\d{0,8}$/.test(number) ? await selectShortLink(sql, Number(number)) : undefined
      // Staff may change the link: no browser should remember it.
      return reply.header('cache-control', 'no-store').redirect(link ?? '/', 302)
    },
  )
}
