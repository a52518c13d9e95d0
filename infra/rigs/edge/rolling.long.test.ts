/** A rolling release as visitors and staff see it: every process behind a real nginx ends and restarts in turn, under load. */

import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSiteIfNeeded } from '../../app/site/build.ts'
import { freePort } from '../../platform/free-port.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { startGrown } from '../testing/grown-system.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import type { Service } from '../testing/processes.ts'
import { type NginxProgram, nginxPrograms } from '../testing/proxy/nginx-programs.ts'
import { until } from '../testing/until.ts'
import { startLoad, type Told } from './load.ts'
import { type Behind, startNginx, UPSTREAMS, type Upstream } from './nginx.ts'

const SCRIPTS = { ingest: 'ingest/main.ts', api: 'api/main.ts', site: 'infra/app/site/main.ts' }
const { programs, missing } = await nginxPrograms()
for (const line of missing) console.error(`\n*** NOT tried: ${line}\n`)
const kafka = await brokerAvailable()
const cleanUp = cleanUpAfter('each')

/** `code`: exit code. 1 if the process took longer than 15 s to stop, null if it was killed. */
type Row = {
  nginx: string
  log: string
  ended: string
  code: number | null
  answers: number
  '5xx': number
  'no answer': number
  'slowest ms': number
}
const table: Row[] = []
beforeAll(() => buildSiteIfNeeded())
afterAll(() => console.table(table))

const isFailed = ({ status }: Told): boolean => status === 0 || status >= 500

/** Two processes of each service behind nginx. A replacement gets a new address if nginx re-resolves names. */
const startBehindNginx = async (program: NginxProgram, log: 'kafka' | 'postgres') => {
  // DRAIN_SECONDS is empty: the default drain.
  const env = { DRAIN_SECONDS: '', TRUST_PROXY: '127.0.0.0/8', RATE_LIMIT_FORMS_PER_MINUTE: '0' }
  const system = await startGrown({ log, projectors: 2, env })
  cleanUp.push(system.close)
  const behind = Object.fromEntries(
    await Promise.all(
      UPSTREAMS.map(async name => [name, { port: await freePort(), addresses: [] as string[] }]),
    ),
  ) as Behind
  let machines = 0
  const start = (of: Upstream, address: string): Promise<Service> => {
    const { port, addresses } = behind[of]
    addresses.push(address)
    return system.start(SCRIPTS[of], { HOST: address, PORT: String(port), API_URL: system.api.url })
  }
  const newAddress = () => `127.0.2.${++machines}`
  const running = {
    ingest: await Promise.all([start('ingest', newAddress()), start('ingest', newAddress())]),
    api: await Promise.all([start('api', newAddress()), start('api', newAddress())]),
    site: await Promise.all([start('site', newAddress()), start('site', newAddress())]),
  }
  const nginx = await startNginx(program, behind)
  cleanUp.push(nginx.close)
  /** Ends a process and starts its replacement, as a container engine does. DNS names the new address immediately. */
  const replace = async (of: Upstream, index: number, signal: NodeJS.Signals): Promise<number | null> => {
    const old = running[of][index]
    const address = new URL(old?.url ?? '').hostname
    const code = (await old?.end(signal)) ?? null
    behind[of].addresses.splice(behind[of].addresses.indexOf(address), 1)
    running[of][index] = await start(of, program.resolves ? newAddress() : address)
    return code
  }
  const replaceProjector = async (index: number): Promise<number | null> => {
    const code = (await system.projectors[index]?.end('SIGTERM')) ?? null
    system.projectors[index] = await system.startProjector()
    return code
  }
  return { system, nginx, replace, replaceProjector }
}

const [program] = programs
const log = program?.resolves && kafka.available ? 'kafka' : 'postgres'

test('every process is restarted, and one ingest killed, without one 5xx; each acknowledged event counts once', async context => {
  if (!program) return context.skip(missing.join(' '))
  const { system, nginx, replace, replaceProjector } = await startBehindNginx(program, log)
  const load = startLoad(nginx.url, system.cookie)
  cleanUp.push(load.stop)
  const during = async (ended: string, work: () => Promise<number | null>): Promise<number | null> => {
    const from = load.told.length
    const code = await work()
    const told = load.told.slice(from)
    table.push({
      nginx: program.name,
      log,
      ended,
      code,
      answers: told.length,
      '5xx': told.filter(({ status }) => status >= 500).length,
      'no answer': told.filter(({ status }) => status === 0).length,
      'slowest ms': Math.round(Math.max(...told.map(({ ms }) => ms))),
    })
    return code
  }
  await until(() => load.acknowledged.events.size > 200, 60_000)
  for (const name of UPSTREAMS)
    for (const index of [0, 1])
      expect(await during(`${name} ${index + 1}, SIGTERM`, () => replace(name, index, 'SIGTERM'))).toBe(0)
  // The projector must stop within 15 s, and on a busy machine a batch may take longer. The projector then ends without
  // a commit, and its successor repeats the batch.
  for (const index of [0, 1]) await during(`projector ${index + 1}, SIGTERM`, () => replaceProjector(index))
  await during('ingest 1, SIGKILL', () => replace('ingest', 0, 'SIGKILL'))
  await load.stop()
  const failed = load.told.filter(isFailed)
  // Check nginx's log first: it names the process that answered each failed request.
  expect(await nginx.failed()).toBe('')
  expect(failed.map(({ kind, status }) => `${kind}: ${status}`)).toEqual([])
  expect(load.told.filter(({ kind }) => kind === 'live').length).toBeGreaterThan(1)

  const summary = async () => {
    const answer = await fetch(`${system.api.url}/api/admin/analytics`, {
      headers: { cookie: system.cookie },
    })
    return (await answer.json()) as AnalyticsSummary
  }
  const { events, forms } = load.acknowledged
  expect(events.size).toBe(load.sent.size)
  await until(async () => (await summary()).totalVisits === events.size, 120_000)
  const [counted] = await system.sql<{ leads: number }[]>`SELECT count(*)::int AS leads FROM leads`
  expect(counted).toEqual({ leads: forms.size })
}, 600_000)
