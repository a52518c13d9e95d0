/**
 * A release of `npm start` from version N to N + 1 and back, under load from visitors and staff. One process over a data directory
 * restarts behind Caddy, where requests wait meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../platform/free-port.ts'
import { caddyProgram, startCaddy } from '../../edge/caddy.ts'
import { startLoad } from '../../edge/load.ts'
import { cleanUpAfter } from '../../testing/clean-up.ts'
import { openProcesses } from '../../testing/processes.ts'
import { logIn, STAFF } from '../../testing/system.ts'
import { until } from '../../testing/until.ts'
import { isFailed, makeTrees, openTable, untilCounted } from './release.ts'

const cleanUp = cleanUpAfter('each')
const { note, show } = openTable()
afterAll(show)

/** `restart` does what `systemctl restart` does. */
const startWhole = async (path: string, tree: string) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-release-'))
  const [host, port] = ['127.0.3.1', await freePort()]
  const processes = openProcesses({
    ...{ DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.0/8' },
    ...{ STAFF_USERNAME: STAFF.username, STAFF_PASSWORD: STAFF.password, CANARY_SECONDS: '0' },
    ...{ RATE_LIMIT_EVENTS_PER_MINUTE: '0', RATE_LIMIT_FORMS_PER_MINUTE: '0' },
  })
  const startFrom = (from: string) =>
    processes.start(join(from, 'infra/app/main.ts'), { HOST: host, PORT: String(port) })
  let running = await startFrom(tree)
  cleanUp.push(async () => {
    await running.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  })
  const proxy = await startCaddy(path, `${host}:${port}`)
  cleanUp.push(proxy.close)
  return {
    url: proxy.url,
    cookie: await logIn(running.url),
    restart: async (from: string): Promise<void> => {
      expect(await running.end('SIGTERM')).toBe(0)
      running = await startFrom(from)
    },
  }
}

const caddy = await caddyProgram()
if ('missing' in caddy) console.log(`SKIPPED a release by npm start: ${caddy.missing}`)

test.skipIf('missing' in caddy)(
  'npm start: from N to N + 1 and back without one answer 5xx, and every acknowledged event counts once',
  async () => {
    const [before, next] = await makeTrees()
    const { url, cookie, restart } = await startWhole((caddy as { path: string }).path, before.tree)
    const load = startLoad(url, cookie)
    cleanUp.push(load.stop)
    /** Before the next release, every request that waited during the last one has its answer. */
    const untilAnswered = async () => {
      const at = load.acknowledged.events.size
      await until(() => load.acknowledged.events.size > at + 200, 60_000)
      await load.answered()
    }
    for (const { version, tree } of [next, before]) {
      await untilAnswered()
      const from = load.told.length
      await restart(tree)
      note('npm start', version, 'restart', load.told.slice(from))
    }
    await untilAnswered()
    await load.stop()
    expect(load.told.filter(isFailed)).toEqual([])
    expect(load.acknowledged.events.size).toBe(load.sent.size)
    await untilCounted(url, cookie, load.acknowledged.events.size)
    const leads = await fetch(`${url}/api/admin/leads`, { headers: { cookie } })
    expect(leads.headers.get('x-total-count')).toBe(String(load.acknowledged.forms.size))
  },
  300_000,
)
