/** The services of docker-compose.yml as it describes them: the story, more of them under load, and each killed once. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { type Load, startLoad } from '../faults/load.ts'
import { openRandom } from '../faults/random.ts'
import { until } from '../testing/until.ts'
import { type Compose, openCompose } from './compose.ts'
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
/** Java ends with what the signal says, and the others with nothing to say. */
const ORDERLY = [0, 143]
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
      STAFF_USERNAME: STAFF.username,
      STAFF_PASSWORD: STAFF.password,
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

  test('starts in the order that it says, and tells the story through the proxy', async () => {
    desk = await tellStory(url)
  })

  test('each container is killed once, with three of ingest and two projectors under load: all is counted, each once', async () => {
    const before = await numbers(desk)
    load = startLoad(openRandom('containers'), BROWSERS, PAUSE_MS, BROWSER)
    load.aim(url)
    await Promise.all([compose.scale('ingest', 3), compose.scale('projector', 2)])
    const watch = watchFigures(desk)
    const forms = ['Jo Box']
    for (const container of compose.staying()) {
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
    // Beside what browsers sent, a form is a conversion, and the story had a visit and a click.
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

  test('everything ends in its own time and is as it was when it starts again', async () => {
    const before = await numbers(desk)
    const ended = await compose.down()
    for (const [container, code] of Object.entries(ended)) expect(ORDERLY, container).toContain(code)
    await compose.startAgain()
    expect(await numbers(await openDesk(url))).toEqual(before)
  })
})
