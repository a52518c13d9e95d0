/** `GET /api/admin/landing-pages`: first pages of sessions, with their results. Humans only. */
import { type LandingPages, landingPages } from '../contract/landings.ts'
import { trafficQuery } from '../contract/range.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { countLandings, difference, sumOf } from './landing-counts.ts'

const MOST = 10

export const landingPageRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/landing-pages',
    {
      config: FIGURES,
      schema: { querystring: trafficQuery, response: { 200: landingPages } },
    },
    async ({ query }): Promise<LandingPages> => {
      const { head, counted, groups } = await countLandings(deps, {
        query,
        columns: { page: 'page' },
        limit: MOST,
      })
      const listed = sumOf(counted.map(({ now }) => now))
      return {
        ...head,
        pages: counted.map(({ row, now, previous }) => ({ page: String(row.page), ...now, previous })),
        others: { pages: groups - counted.length, ...difference(head.totals, listed) },
      }
    },
  )
}
