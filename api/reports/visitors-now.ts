import { type VisitorsNow, visitorsNow } from '../contract/landings.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'

const MINUTES = 5

export const visitorsNowRoutes = (app: Api, { readModel, now }: Deps): void => {
  app.get(
    '/api/admin/visitors-now',
    { config: FIGURES, schema: { response: { 200: visitorsNow } } },
    async (): Promise<VisitorsNow> => {
      const asOf = await readModel.asOf()
      const until = now().getTime()
      const [row] = await readModel.rows<{ visitors: number }>(NOW, {
        from: until - MINUTES * 60_000,
        until,
      })
      return { asOf: asOf?.toISOString() ?? null, minutes: MINUTES, visitors: row?.visitors ?? 0 }
    },
  )
}

/**
 * `minute` limits the scan. It is the time inside the event's id, which ingest corrects only in steps of 49 days.
 * Visitors whose clock is wrong by more than an hour are missing.
 */
const NOW = `
  SELECT uniqExact(session) AS visitors
  FROM {db:Identifier}.events FINAL
  WHERE minute BETWEEN fromUnixTimestamp64Milli({from:Int64}, 'UTC') - INTERVAL 1 HOUR
      AND fromUnixTimestamp64Milli({until:Int64}, 'UTC') + INTERVAL 1 HOUR
    AND occurred_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND occurred_at <= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
    AND type = 'visit' AND bot = ''`
