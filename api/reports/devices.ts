/** `GET /api/admin/devices`: device classes and browser families, with their results. Humans only. */
import { type Devices, devices } from '../contract/landings.ts'
import { trafficQuery } from '../contract/range.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { type Counted, countLandings, sumOf } from './landing-counts.ts'

/** More than the number of classes and families. */
const ALL = 1_000

export const deviceRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/devices',
    {
      config: FIGURES,
      schema: { querystring: trafficQuery, response: { 200: devices } },
    },
    async ({ query }): Promise<Devices> => {
      const columns = { device: 'device', browser: 'browser' }
      const { head, counted } = await countLandings(deps, {
        query,
        columns,
        limit: ALL,
      })
      const ofDevices = groupedBy('device', counted)
      const ofBrowsers = groupedBy('browser', counted)
      return {
        ...head,
        totals: sumOf(ofDevices.map(([, sums]) => sums)),
        devices: ofDevices.map(([device, sums]) => ({ device, ...sums })),
        browsers: ofBrowsers.map(([browser, sums]) => ({ browser, ...sums })),
      }
    },
  )
}

/** Uses only rows with the column: with a campaign filter a row has both device and browser, otherwise one of them. */
const groupedBy = (column: 'device' | 'browser', counted: Counted[]) =>
  [
    ...Map.groupBy(
      counted.filter(({ row }) => row[column] !== ''),
      ({ row }) => String(row[column]),
    ),
  ]
    .map(([name, own]) => {
      const previous = own.flatMap(one => one.previous ?? [])
      const sums = {
        ...sumOf(own.map(({ now }) => now)),
        previous: own[0]?.previous ? sumOf(previous) : null,
      }
      return [name, sums] as const
    })
    .filter(([, { sessions, visits, conversions }]) => sessions + visits + conversions > 0)
    .toSorted(([, a], [, b]) => b.visits - a.visits || b.sessions - a.sessions)
