/** `GET /api/admin/unknown-tags`: clicks whose campaign value no campaign has, and which one was probably meant. */

import { type UnknownTags, unknownTags } from '../contract/campaign.ts'
import { periodQuery } from '../contract/range.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { periodOf, rangeOf } from '../read-model/report-days.ts'
import { campaignsCondition, FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
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
      const { where, parameters } = campaignsCondition({ period, zone })
      const defined = [...new Set(campaigns.map(({ utmCampaign }) => utmCampaign))]
      const rows = await readModel.rows<Row>(unknownSql(where), { ...parameters, defined })
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

const unknownSql = (where: string) => `
  SELECT utm_campaign AS utmCampaign, topKWeighted(1)(toString(utm_source), n)[1] AS utmSource,
    topKWeighted(1)(toString(utm_medium), n)[1] AS utmMedium, sumIf(n, type = 'visit') AS clicks,
    sumIf(n, type = 'conversion') AS conversions, toUnixTimestamp(maxIf(at, type = 'visit')) AS lastAt,
    count() OVER () AS total
  FROM {db:Identifier}.event_sums FINAL
  WHERE ${where} AND utm_campaign != '' AND utm_campaign NOT IN {defined:Array(String)}
  GROUP BY utmCampaign
  HAVING clicks > 0
  ORDER BY clicks DESC, utmCampaign
  LIMIT 50
  ${FINAL_SETTINGS}`
