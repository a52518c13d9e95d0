/** The image `whole` as README starts it: read-only, without capabilities, as its own user, with a volume for data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { until } from '../testing/until.ts'
import { remove, start, stop } from './containers.ts'
import { IMAGES } from './images.ts'
import { inspect, podman, saidBy, tryPodman, whyNotHere } from './podman.ts'
import { numbers, openDesk, STAFF, tellStory } from './story.ts'

const NAME = 'firsttouch-test-whole'
const VOLUME = `${NAME}-data`
const MINUTE = 60_000
const missing = whyNotHere([IMAGES.whole])

const clear = async () => {
  await remove(NAME)
  await tryPodman('volume', 'rm', '--force', VOLUME)
}

describe.skipIf(missing !== null)(`the image whole${missing ? ` (${missing})` : ''}`, () => {
  let url: string
  let before: Awaited<ReturnType<typeof numbers>>
  const isReady = async () => {
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (!answer && (await inspect(NAME, '{{.State.Running}}')) !== 'true')
      throw new Error(`it ended: ${await saidBy(NAME)}`)
    return answer?.ok === true
  }

  beforeAll(async () => {
    await clear()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    await podman(
      ...['run', '--detach', '--name', NAME, '--publish', `127.0.0.1:${port}:3000`],
      ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
      ...['--security-opt', 'no-new-privileges', '--volume', `${VOLUME}:/data`],
      ...['--env', `STAFF_USERNAME=${STAFF.username}`, '--env', `STAFF_PASSWORD=${STAFF.password}`],
      IMAGES.whole,
    )
  })
  afterAll(clear)

  test('the image starts without privileges on a read-only file system, and a visit, a click and a form work', async () => {
    await until(isReady, 2 * MINUTE)
    const refused = await podman(
      'exec',
      NAME,
      'sh',
      '-c',
      'id -u; touch /app/x 2>&1; grep CapEff /proc/1/status',
    )
    expect(refused.split('\n')[0]).toBe('1000')
    expect(refused).toContain('Read-only file system')
    expect(refused).toMatch(/CapEff:\t0+$/m)
    before = await numbers(await tellStory(url))
  })

  test('the container stops within the engine’s time, and starts again with the same numbers', async () => {
    expect(await stop(NAME)).toBe(0)
    await start(NAME)
    await until(isReady, 2 * MINUTE)
    expect(await numbers(await openDesk(url))).toEqual(before)
  })
})
