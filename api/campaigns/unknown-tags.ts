/** `GET /api/admin/unknown-tags`: clicks that no campaign has, and which one was probably meant. */

import { type UnknownTags, unknownTags } from '../contract/campaign.ts'
import { periodQuery } from '../contract/range.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { readClosedDays } from '../read-model/closed-days.ts'
import { periodOf, rangeOf, rangesOfPeriod } from '../read-model/report-days.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { trafficRows } from './campaign-traffic.ts'
import { openNearestCampaign } from './nearest-tag.ts'
import { selectTags } from './records.ts'

export const unknownTagRoutes = (app: Api, { sql, readModel, config, now }: Deps): void => {
  app.get(
    '/api/admin/unknown-tags',
    {
      config: FIGURES,
      schema: { querystring: periodQuery, response: { 200: unknownTags } },
    },
    async ({ query }): Promise<UnknownTags> => {
      const zone = config.timeZone
      const period = periodOf(query, zone, now())
      // Clicks of archived campaigns are known as well.
      const campaigns = await selectTags(sql)
      const byValue = Map.groupBy(campaigns, ({ utmCampaign }) => utmCampaign)
      const shared = [...byValue.values()].filter(same => same.length > 1).flat()
      const ask = await readModel.rowsOfOne()
      const cutOf = await readClosedDays({ config }, ask)
      const traffic = trafficRows(cutOf('event_days', rangesOfPeriod(period, zone)))
      const rows = await ask<Row>(unknownSql(traffic), {
        defined: [...byValue.keys()],
        values: shared.map(({ utmCampaign }) => utmCampaign),
        sources: shared.map(({ utmSource }) => utmSource),
        mediums: shared.map(({ utmMedium }) => utmMedium),
      })
      const nearest = openNearestCampaign(byValue)
      return {
        range: rangeOf(period, zone),
        total: rows[0]?.total ?? 0,
        tags: rows.map(({ total: _, lastAt, ...tag }) => {
          const like = nearest(tag)
          return {
            ...tag,
            lastAt: new Date(lastAt * 1000).toISOString(),
            nearest: like && {
              id: like.found.id,
              name: like.found.name,
              utmCampaign: like.found.utmCampaign,
              utmSource: like.found.utmSource,
              utmMedium: like.found.utmMedium,
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

/** The one that most of them had; of two with as many the first by name. Strangers make up as many as they like: none but that one leaves the engine. */
const most = (column: string): string => {
  const sums = `sums_of_${column}`
  return `(sumMap([toString(${column})], [n]) AS ${sums}).1[indexOf(${sums}.2, arrayMax(${sums}.2))]`
}

/** Of values that several campaigns share each source and medium by itself, as each may be meant for another of them. */
const own = (column: string): string => `if(shared, toString(${column}), '')`

const unknownSql = (traffic: string) => `
  SELECT utm_campaign AS utmCampaign, ${most('utm_source')} AS utmSource, ${most('utm_medium')} AS utmMedium,
    sumIf(n, type = 'visit') AS clicks, sumIf(n, type = 'conversion') AS conversions,
    toUnixTimestamp(maxIf(last_at, type = 'visit')) AS lastAt, count() OVER () AS total
  FROM (SELECT *, utm_campaign IN {values:Array(String)} AS shared FROM (${traffic}))
  WHERE utm_campaign != '' AND if(shared,
    NOT has(arrayZip({values:Array(String)}, {sources:Array(String)}, {mediums:Array(String)}),
      (toString(utm_campaign), toString(utm_source), toString(utm_medium))),
    utm_campaign NOT IN {defined:Array(String)})
  GROUP BY utmCampaign, ${own('utm_source')}, ${own('utm_medium')}
  HAVING clicks > 0
  ORDER BY clicks DESC, utmCampaign, utmSource, utmMedium
  LIMIT 50
  ${FINAL_SETTINGS}`
