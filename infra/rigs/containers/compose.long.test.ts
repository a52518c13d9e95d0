/** Runs the services of docker-compose.yml. A visitor's story must work. Then the services are scaled up, and each is killed once under load. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { startLoad as startVisitors } from '../edge/load.ts'
import { type Load, startLoad } from '../faults/load.ts'
import { openRandom } from '../faults/random.ts'
import { logIn } from '../testing/system.ts'
import { until } from '../testing/until.ts'
import { type Compose, openCompose } from './compose.ts'
import { FOLDER } from './compose-file.ts'
import { IMAGES } from './images.ts'
import { whyNotHere } from './podman.ts'
import { serverImages } from './stand-ins.ts'
import { BROWSER, type Desk, LEAD, numbers, openDesk, post, STAFF, tellStory } from './story.ts'
import { watchFigures } from './watch.ts'

const MINUTE = 60_000
vi.setConfig({ testTimeout: 40 * MINUTE, hookTimeout: 20 * MINUTE })
const missing = whyNotHere([IMAGES.service, ...serverImages()])
const BROWSERS = 3
const PAUSE_MS = 150
const REST_MS = 10_000
/** Exit codes after SIGTERM: Java ends with 143, the others with 0. */
const ORDERLY = [0, 143]
const OWNER = { ...STAFF, username: 'admin' }
const page = readFileSync(join(FOLDER, 'infra/README.md'), 'utf8')
/** The only line of the operators' page that matches. */
const lineWith = (pattern: RegExp): string => {
  const [line, ...others] = page.match(pattern) ?? []
  if (!line || others.length > 0) throw new Error(`infra/README.md has ${pattern} not once`)
  return line
}
const table: Record<string, unknown>[] = []

describe.skipIf(missing !== null)(`docker-compose.yml${missing ? ` (${missing})` : ''}`, () => {
  let compose: Compose
  let url: string
  let desk: Desk
  let load: Load

  beforeAll(async () => {
    const publish = `127.0.0.1:${await freePort()}`
    url = `http://${publish}`
    compose = await openCompose({
      POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
      CLICKHOUSE_PASSWORD: randomBytes(24).toString('hex'),
      PUBLISH: publish,
      BACKUP_WITHIN_HOURS: '30',
      RATE_LIMIT_EVENTS_PER_MINUTE: '0',
      RATE_LIMIT_FORMS_PER_MINUTE: '0',
    })
    await compose.up()
  })
  afterAll(async () => {
    await load?.stop()
    await compose?.close()
    console.table(table)
  })

  test('the services start in order, and the login is in the log where infra/README.md says', async () => {
    const said = await compose.type(lineWith(/^ +docker compose logs .+$/gm))
    const [, username = '', password = ''] = /once: (\S+) \/ ([^\s"]+)/.exec(said) ?? []
    expect(username).toBe(OWNER.username)
    const changed = await fetch(`${url}/api/admin/account/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: await logIn(url, { username, password }) },
      body: JSON.stringify({ current: password, next: OWNER.password }),
    })
    expect(changed.status, await changed.text()).toBe(204)
  })

  test('a visit, a click and a form work through the proxy', async () => {
    desk = await tellStory(url, OWNER)
  })

  const command = (words: string) =>
    compose.type(lineWith(/docker compose run --rm \w+ npm run X/g).replace('X', words))

  test('commands run next to the services, as infra/README.md says', async () => {
    const before = await numbers(desk)
    expect(await command('staff -- list')).toContain(OWNER.username)
    expect(await command('sql -- "SELECT sum(visits) AS visits FROM campaign_days"')).toMatch(/\b1\b/)
    expect(await command('dead-letters -- list')).toMatch(/no dead letter/i)
    expect(await command('rebuild')).toMatch(/ 0 different.+Generation 2 serves/s)
    expect(await command(`export-person -- --email ${LEAD.email}`)).toContain(LEAD.name)
    expect(await command('migrate')).toContain('up to date')
    expect(await numbers(desk)).toEqual(before)
  })

  test('the commands of infra/README.md show a service’s log, open PostgreSQL, and make and record a backup', async () => {
    expect(await compose.type(lineWith(/docker compose exec api [^`]+/g))).toContain('"ready"')
    const psql = lineWith(/docker compose exec postgres psql [^`]+/g)
    expect(await compose.type(`echo 'SELECT username FROM staff_accounts' | ${psql}`)).toContain(
      OWNER.username,
    )
    const folder = await mkdtemp(join(tmpdir(), 'firsttouch-dump-'))
    await compose.type(`cd ${folder} && ${lineWith(/docker compose exec -T postgres pg_dump [^`]+/g)}`)
    expect(await readFile(join(folder, 'firsttouch.dump'), 'latin1')).toMatch(/^PGDMP/)
    await rm(folder, { recursive: true })
    const metrics = `fetch('http://127.0.0.1:9464/metrics').then(r => r.text()).then(console.log)`
    const gauges = () => compose.type(`docker compose exec -T api node -e "${metrics}"`)
    expect(await gauges()).not.toMatch(/^backup_age_seconds/m)
    await compose.type(lineWith(/docker compose exec -T postgres psql [^`]+/g))
    await until(async () => /^backup_age_seconds \d/m.test(await gauges()), MINUTE)
    expect(await gauges()).toMatch(/^backup_within_seconds 108000$/m)
  })

  test('after each container is killed once under load, with three ingests and two projectors, each event counts once', async () => {
    const before = await numbers(desk)
    load = startLoad(openRandom('containers'), BROWSERS, PAUSE_MS, BROWSER)
    load.aim(url)
    await compose.upWith({ INGEST_REPLICAS: '3', PROJECTOR_REPLICAS: '2' })
    const watch = watchFigures(desk)
    const forms = ['Jo Box']
    for (const container of await compose.running()) {
      const answersBefore = new Map(load.answers)
      watch.told()
      const seconds = await compose.crash(container)
      await sleep(REST_MS)
      const answered = load.acknowledged.size
      await until(() => load.acknowledged.size > answered + 20, MINUTE)
      const name = `Jo ${container}`
      if ((await post(`${url}/api/contact`, { ...LEAD, name })).ok) forms.push(name)
      const refused = [...load.answers].flatMap(([answer, count]) => {
        const more = count - (answersBefore.get(answer) ?? 0)
        return answer === '202' || more === 0 ? [] : [`${more} × ${answer}`]
      })
      table.push({
        killed: container,
        'healthy again after': `${seconds.toFixed(0)} s`,
        ...watch.told(),
        'not taken': refused.join(', ') || 'none',
      })
    }
    await watch.stop()
    await load.stop()
    const events = async () => {
      const { types } = await desk.pipeline()
      const visitors = types.filter(({ type }) => ['visit', 'conversion', 'ab_test'].includes(type))
      return visitors.reduce((sum, { uniqueHuman }) => sum + uniqueHuman, 0)
    }
    // The visit and click of `tellStory` count too, and each form is a conversion.
    const sent = load.acknowledged.size + forms.length + 2
    await until(async () => (await events()) >= sent, 4 * MINUTE)
    const after = await numbers(desk)
    expect(await events()).toBe(sent)
    expect(after.leads).toEqual(forms.toSorted())
    expect(after.deadLetters).toBe(0)
    expect(after.totalVisits).toBeGreaterThan(before.totalVisits)
    const { types } = await desk.pipeline()
    expect(types.find(({ type }) => type === 'visit')?.uniqueHuman).toBe(after.totalVisits)
    expect(types.find(({ type }) => type === 'conversion')?.uniqueHuman).toBe(after.totalConversions)
    table.push({ killed: `sent ${sent}, counted ${await events()}, repeats in the log ${after.duplicates}` })
  })

  test('every service stops within its time limit, and shows the same numbers after a restart', async () => {
    const before = await numbers(desk)
    const ended = await compose.down()
    for (const [container, code] of Object.entries(ended)) expect(ORDERLY, container).toContain(code)
    await compose.up()
    desk = await openDesk(url, OWNER)
    expect(await numbers(desk)).toEqual(before)
  })

  test('a person is erased, and the receipt outlives the command’s container', async () => {
    await command(`erase -- --email ${LEAD.email} --yes`)
    expect(await desk.leads()).toEqual([])
    expect(await compose.type('docker compose run --rm commands ls /data/erasures')).toMatch(/\.json$/)
  })

  test('the release steps of infra/README.md replace every service under load, and no answer is 5xx', async () => {
    const visitors = startVisitors(url, await logIn(url, OWNER))
    await until(() => visitors.acknowledged.events.size > 200, MINUTE)
    const release = /^## Release\n(.*?)^## /ms.exec(page)?.[1] ?? ''
    const replace = /^ {4}replace\(\) \{.*?^ {4}\}/ms.exec(release)?.[0] ?? ''
    const replaceAll = /`(for part in [^`]+)`/.exec(release)?.[1]?.replaceAll('\\|', '|') ?? ''
    const before = await compose.running()
    await compose.type(`docker compose run --rm migrate\n${replace}\n${replaceAll}`)
    await until(() => visitors.acknowledged.events.size > 400, MINUTE)
    await visitors.stop()
    const ours = (names: string[]) => names.filter(name => /-(projector|ingest|api|site)-/.test(name))
    const after = await compose.running()
    expect(ours(after)).toHaveLength(ours(before).length)
    expect(ours(after).filter(name => before.includes(name))).toEqual([])
    expect(visitors.told.filter(({ status }) => status === 0 || status >= 500)).toEqual([])
    expect(visitors.acknowledged.events.size).toBe(visitors.sent.size)
  })
})
