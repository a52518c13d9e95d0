/**
 * A release from version N to N + 1 and back, by the commands in infra/README.md, under load from visitors and staff. Each service is two
 * processes behind a real nginx.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../../platform/free-port.ts'
import { startLoad } from '../../edge/load.ts'
import { type Behind, startNginx, UPSTREAMS, type Upstream } from '../../edge/nginx.ts'
import { cleanUpAfter } from '../../testing/clean-up.ts'
import { startGrown } from '../../testing/grown-system.ts'
import { brokerAvailable } from '../../testing/kafka/jars.ts'
import type { Service } from '../../testing/processes.ts'
import { nginxPrograms } from '../../testing/proxy/nginx-programs.ts'
import { until } from '../../testing/until.ts'
import { isFailed, makeTrees, openTable, type Trees, untilCounted } from './release.ts'

const SCRIPTS = {
  projector: 'projector/main.ts',
  ingest: 'ingest/main.ts',
  api: 'api/main.ts',
  site: 'infra/app/site/main.ts',
}
type Part = keyof typeof SCRIPTS
const PARTS = Object.keys(SCRIPTS) as Part[]

/** The commands and their order, read from the page. */
const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'README.md'), 'utf8')
const release = /^## Release\n(.*?)^## /ms.exec(page)?.[1] ?? ''
const row = (name: string) => new RegExp(`^\\| ${name} \\|.*$`, 'm').exec(release)?.[0].split(' | ') ?? []
const order = (/for part in ([a-z ]+); do/.exec(release)?.[1] ?? '').split(' ') as Part[]

test('infra/README.md says to build, to migrate, then to start each new process before its old one stops, and the same on the way back', () => {
  // With `npm start` the site is down until the build is done, so the page builds before the restart.
  expect(row('new code')[1]).toContain('`git pull && npm ci --include=dev && npm run build -w frontend`')
  expect(row('stores')[2]).toBe('`docker compose run --rm migrate`')
  expect(row('processes')[2]).toMatch(/^`for part in /)
  expect(row('back')[2]).toMatch(/`git checkout`.*`docker compose build`, the same lines/)
  expect(order.toSorted()).toEqual(PARTS.toSorted())
  // The new processes must be healthy before an old one stops.
  expect(release).toMatch(
    /up -d --wait --no-deps --no-recreate --scale \$1=.+ \* 2\)\) \$1 && docker stop \$old && docker rm \$old/,
  )
})

const { programs, missing } = await nginxPrograms()
const program = programs.find(({ resolves }) => resolves)
for (const line of missing) console.log(`SKIPPED a release: ${line}`)
const kafka = await brokerAvailable()
const log = kafka.available ? 'kafka' : 'postgres'
if (!kafka.available) console.log(`The log is PostgreSQL’s: ${kafka.reason}`)
const cleanUp = cleanUpAfter('each')

const { note, show } = openTable()
let trees: Trees
beforeAll(async () => {
  trees = await makeTrees()
})
afterAll(show)

const start = async (tree: string) => {
  // An empty DRAIN_SECONDS means the default.
  const env = { DRAIN_SECONDS: '', TRUST_PROXY: '127.0.0.0/8', RATE_LIMIT_FORMS_PER_MINUTE: '0' }
  const system = await startGrown({ log, projectors: 0, env, root: tree })
  cleanUp.push(system.close)
  const behind = Object.fromEntries(
    await Promise.all(
      UPSTREAMS.map(async name => [name, { port: await freePort(), addresses: [] as string[] }]),
    ),
  ) as Behind
  let machines = 0
  const startOne = async (part: Part, from: string): Promise<Service> => {
    const script = join(from, SCRIPTS[part])
    if (part === 'projector') return system.start(script)
    const address = `127.0.3.${++machines}`
    const env = {
      HOST: address,
      PORT: String(behind[part].port),
      API_URL: `http://127.0.3.1:${behind.api.port}`,
    }
    // DNS names a container from its start, before its first health check.
    behind[part].addresses.push(address)
    return system.start(script, env)
  }
  const running = {} as Record<Part, Service[]>
  for (const part of ['api', 'ingest', 'site', 'projector'] as const)
    running[part] = [await startOne(part, tree), await startOne(part, tree)]
  await system.ingest.end('SIGTERM')
  const nginx = await startNginx(program as NonNullable<typeof program>, behind)
  cleanUp.push(nginx.close)
  const endOne = async (part: Part, service: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    expect(await service.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null)
    const { addresses } = behind[part as Upstream] ?? { addresses: [] }
    const at = addresses.indexOf(new URL(service.url).hostname)
    if (at >= 0) addresses.splice(at, 1)
  }
  return {
    system,
    nginx,
    running,
    migrate: (from: string) => system.migrate(join(from, 'infra/app/commands/migrate.ts')),
    /** As `docker compose` does: starts all new processes, then stops the old ones. */
    replaceAll: async (part: Part, from: string): Promise<void> => {
      const old = running[part]
      running[part] = await Promise.all(old.map(() => startOne(part, from)))
      await Promise.all(old.map(service => endOne(part, service)))
    },
    /** As a Deployment with maxSurge 1 and maxUnavailable 0 does: starts one new process, then stops one old process, and so on. */
    replaceInTurn: async (part: Part, from: string): Promise<void> => {
      for (const [at, service] of running[part].entries()) {
        running[part][at] = await startOne(part, from)
        await endOne(part, service)
      }
    },
    /** As an engine restarts a container: each replacement starts after the end of its process. */
    restart: async (part: Part, from: string, signal: NodeJS.Signals): Promise<void> => {
      for (const [at, service] of running[part].entries()) {
        await endOne(part, service, signal)
        running[part][at] = await startOne(part, from)
      }
    },
  }
}

const FORMS = ['compose', 'cluster'] as const

describe.skipIf(!program)('under load', () => {
  test.each(FORMS)(
    '%s: from N to N + 1 and back, through restarts and kills, no answer is 5xx and every acknowledged event counts once',
    async form => {
      const [before, next] = trees
      const stage = await start(before.tree)
      const { system, nginx } = stage
      const load = startLoad(nginx.url, system.cookie)
      cleanUp.push(load.stop)
      await until(() => load.acknowledged.events.size > 200, 60_000)
      const during = async (to: string, step: string, work: () => Promise<unknown>) => {
        const from = load.told.length
        await work()
        note(form, to, step, load.told.slice(from))
      }
      for (const { version, tree } of [next, before]) {
        await during(version, 'migrate', () => stage.migrate(tree))
        if (form === 'compose')
          for (const part of order) await during(version, part, () => stage.replaceAll(part, tree))
        else
          await during(version, 'all parts at once', () =>
            Promise.all(PARTS.map(part => stage.replaceInTurn(part, tree))),
          )
        const at = load.acknowledged.events.size
        await until(() => load.acknowledged.events.size > at + 100, 60_000)
      }
      if (form === 'compose')
        for (const part of PARTS)
          await during(before.version, `${part}, SIGTERM`, () => stage.restart(part, before.tree, 'SIGTERM'))
      await during(before.version, 'ingest, SIGKILL', () => stage.restart('ingest', before.tree, 'SIGKILL'))
      await load.stop()
      // nginx's log names the process that answered each failed request.
      expect(await nginx.failed()).toBe('')
      expect(load.told.filter(({ kind }) => kind === 'live').length).toBeGreaterThan(1)
      const failed = load.told.filter(isFailed)
      expect(failed.map(({ kind, status }) => `${kind}: ${status}`)).toEqual([])
      expect(load.acknowledged.events.size).toBe(load.sent.size)

      await untilCounted(nginx.url, system.cookie, load.acknowledged.events.size)
      const [counted] = await system.sql<{ leads: number }[]>`SELECT count(*)::int AS leads FROM leads`
      expect(counted).toEqual({ leads: load.acknowledged.forms.size })
      // N + 1 has applied its migration, and N works with the changed tables.
      expect(await system.sql`SELECT name FROM migrations WHERE name LIKE '900%'`).toHaveLength(1)
    },
    600_000,
  )
})
