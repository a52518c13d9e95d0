/** The steps of infra/FROM-ONE-MACHINE-TO-MANY.md: the image `whole` moves an installation into the stores of docker-compose.yml. */
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { until } from '../testing/until.ts'
import { type Compose, openCompose } from './compose.ts'
import { remove, stop } from './containers.ts'
import { IMAGES } from './images.ts'
import { podman, whyNotHere } from './podman.ts'
import { serverImages } from './stand-ins.ts'
import { numbers, STAFF, tellStory } from './story.ts'

const NAME = 'firsttouch-test-embedded'
const MINUTE = 60_000
/** A user id without an account in the image. */
const OWNER = 4321
const PASSWORD = randomBytes(24).toString('hex')
const TOPIC = 'firsttouch.events'
const missing = whyNotHere([...Object.values(IMAGES), ...serverImages()])

describe.skipIf(missing !== null)(`a move into containers${missing ? ` (${missing})` : ''}`, () => {
  let folder: string
  let compose: Compose | undefined

  beforeAll(async () => {
    await remove(NAME)
    folder = await mkdtemp(join(tmpdir(), 'firsttouch-move-'))
    await chown(folder, OWNER, OWNER)
  })
  afterAll(async () => {
    await remove(NAME)
    await compose?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const asOwner = () => ['--user', `${OWNER}:${OWNER}`, '--volume', `${folder}:/data`]
  const move = (...words: string[]) =>
    compose?.type(
      [
        ...['docker', 'run', '--rm', '--network', compose?.network ?? '', ...asOwner()],
        ...['--env', `DATABASE_URL=postgres://firsttouch:${PASSWORD}@postgres:5432/firsttouch`],
        ...['--env', `CLICKHOUSE_URL=http://firsttouch:${PASSWORD}@clickhouse:8123`],
        ...['--env', `LOG_URL=kafka://kafka:9092/${TOPIC}`, '--env', 'KAFKA_PARTITIONS=8'],
        ...[IMAGES.whole, 'npm', 'run', 'move', ...words],
      ].join(' '),
    )

  test('an installation of any owner is filled and stopped', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    await podman(
      ...['run', '--detach', '--name', NAME, '--publish', `${new URL(url).host}:3000`, ...asOwner()],
      ...['--env', `STAFF_USERNAME=${STAFF.username}`, '--env', `STAFF_PASSWORD=${STAFF.password}`],
      IMAGES.whole,
    )
    await until(async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok === true, MINUTE)
    await numbers(await tellStory(url))
    expect(await stop(NAME)).toBe(0)
  })

  test('npm run move prints its plan, and then moves the installation', async () => {
    const passwords = { POSTGRES_PASSWORD: PASSWORD, CLICKHOUSE_PASSWORD: PASSWORD }
    compose = await openCompose(passwords, [IMAGES.whole])
    await compose.up('kafka', 'clickhouse', 'postgres')
    expect(await move('--', 'look')).toMatch(/[1-9]\d* entries into Kafka/)
    expect(await move()).toMatch(/Moved\./)
  })
})
