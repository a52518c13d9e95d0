/** The reference pages of infra/docs. `npx vitest run infra/rigs/reference -u` regenerates them. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEveryService, type Route } from '../security/every-service.ts'
import { everyMetric, SERVICES as METRIC_SERVICES } from './every-metric.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const MADE_BY = 'Made by `npx vitest run infra/rigs/reference -u`; do not edit.'

let services: Awaited<ReturnType<typeof openEveryService>>
beforeAll(async () => {
  services = await openEveryService()
})
afterAll(() => services.close())

const tableOf = (heading: string[], rows: string[][]): string =>
  [heading, heading.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const SERVICES: Record<Route['service'], string> = {
  ingest: 'Ingest takes events from browsers',
  api: 'The API serves forms, the dashboard and partners',
  site: 'The site serves pages',
}

const callsPage = (routes: readonly Route[]): string => {
  const rowOf = ({ method, url, role, queryNames }: Route) => [
    `\`${method} ${url}\``,
    role ?? 'everybody',
    queryNames.map(name => `\`${name}\``).join(', '),
  ]
  const parts = Object.entries(SERVICES).map(([service, title]) => {
    const own = routes.filter(route => route.service === service && route.method !== 'HEAD')
    const rows = [...new Map(own.map(route => [`${route.url} ${route.method}`, rowOf(route)])).entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, row]) => row)
    return `## ${title}\n\n${tableOf(['call', 'lowest role', 'query parameters'], rows)}\n`
  })
  return `# Calls

*Reference.* ${MADE_BY} Shapes of requests and answers: \`/api/admin/docs\` of a running Firsttouch, for staff who are logged in.
Errors are \`application/problem+json\` (RFC 9457) with a sentence in \`detail\`.

${parts.join('\n')}`
}

const metricsPage = (metrics: Awaited<ReturnType<typeof everyMetric>>): string => `# Metrics

*Reference.* ${MADE_BY} \`METRICS_PORT\` serves them as \`GET /metrics\`, with the default metrics of Node.js.
\`npm start\` is one process that exports all of them.

${tableOf(
  ['metric', 'type', 'exported by', 'meaning'],
  metrics
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, services, help }) => [
      `\`${name}\``,
      String(type),
      services.length === METRIC_SERVICES.length ? 'all' : services.join(', '),
      help,
    ]),
)}
`

test('calls.md lists every call of every service', async () => {
  await expect(callsPage(services.routes)).toMatchFileSnapshot(join(DOCS, 'calls.md'))
})

test('metrics.md lists every metric', async () => {
  await expect(metricsPage(await everyMetric())).toMatchFileSnapshot(join(DOCS, 'metrics.md'))
})
