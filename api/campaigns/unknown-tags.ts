/** `GET /api/admin/unknown-tags`: clicks whose campaign value no campaign has, and which one was probably meant. */

import { type UnknownTags, unknownTags } from '../contract/campaign.ts'
import { periodQuery } from '../contract/range.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { readClosedDays } from '../read-model/closed-days.ts'
import { periodOf, rangeOf, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { trafficRows } from './campaign-traffic.ts'
import { openNearest } from './nearest-tag.ts'
import { selectTags } from './records.ts'

export const unknownTagRoutes = (app: Api, { sql, readModel, config, now }: Deps): void => {
  app.get(
    '/api/admin/unknown-tags',
    {
      config: FOR_STAFF,
      schema: { querystring: periodQuery, response: { 200: unknownTags } },
    },
    async ({ query }): Promise<UnknownTags> => {
      const zone = config.timeZone
      const period = periodOf(query, zone, now())
      // Clicks of archived campaigns are known as well.
      const campaigns = await selectTags(sql)
      const defined = [...new Set(campaigns.map(({ utmCampaign }) => utmCampaign))]
      const ask = await readModel.rowsOfOne()
      const { cutOf } = await readClosedDays({ config }, ask)
      const traffic = trafficRows(cutOf('event_days', rangesOfPeriod(period, zone)))
      const rows = await ask<Row>(unknownSql(traffic), { defined })
      const nearest = openNearest(campaigns, ({ utmCampaign }) => utmCampaign)
      return {
        range: rangeOf(period, zone),
        total: rows[0]?.total ?? 0,
        tags: rows.map(({ total: _, lastAt, ...tag }) => {
          const like = nearest(tag.utmCampaign)
          return {
            ...tag,
            lastAt: new Date(lastAt * 1000).toISOString(),
            nearest: like && {
              id: like.found.id,
              name: like.found.name,
              utmCampaign: like.found.utmCampaign,
              likeness: like.likeness,
            },
          }
        }),
      }
    },
  )
}

type Row = {
  utmCampaign: string
  utmSource: string
  utmMedium: string
  clicks: number
  conversions: number
  lastAt: number
  total: number
}

/** By source and medium first: of few rows it is cheap to tell which of them most clicks had. */
const unknownSql = (traffic: string) => `
  SELECT utmCampaign, topKWeighted(1)(source, n)[1] AS utmSource, topKWeighted(1)(medium, n)[1] AS utmMedium,
    sum(clicked) AS clicks, sum(converted) AS conversions, toUnixTimestamp(max(last)) AS lastAt, count() OVER () AS total
  FROM (
    SELECT utm_campaign AS utmCampaign, toString(utm_source) AS source, toString(utm_medium) AS medium, sum(came.n) AS n,
      sumIf(came.n, type = 'visit') AS clicked, sumIf(came.n, type = 'conversion') AS converted,
      maxIf(last_at, type = 'visit') AS last
    FROM (${traffic}) AS came
    WHERE utm_campaign != '' AND utm_campaign NOT IN {defined:Array(String)}
    GROUP BY utmCampaign, source, medium
  )
  GROUP BY utmCampaign
  HAVING clicks > 0
  ORDER BY clicks DESC, utmCampaign
  LIMIT 50
  ${FINAL_SETTINGS}`
