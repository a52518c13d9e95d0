/** `GET /api/admin/devices`: classes of devices and families of browsers, and what comes of them; humans only. */
import { type Devices, devices } from '../contract/landings.ts'
import { trafficQuery } from '../contract/range.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { type Counted, countLandings, sumOf } from './landing-counts.ts'

/** More than there are classes and families. */
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

/** Of rows that say it: without a campaign a row is of a device or of a browser, with one it is of both. */
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
