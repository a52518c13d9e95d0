import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { buildStandIn, makeDebian, type Provided, provide, registryName } from './base.ts'
import { readCompose } from './compose-file.ts'

const RIGS = join(import.meta.dirname, '..')

/** Stand-ins from Debian packages. Kafka runs from the tests' jars, and ClickHouse is the embedded engine over HTTP. */
const MAKE: Record<string, (tag: string) => Promise<unknown>> = {
  proxy: async tag => {
    await makeDebian('forky')
    await buildStandIn('nginx', tag)
  },
  postgres: async tag => {
    await makeDebian('forky')
    await buildStandIn('postgres', tag)
  },
  kafka: async tag => {
    const found = await brokerAvailable()
    if (!found.available) throw new Error(`No Kafka: ${found.reason}`)
    await makeDebian('bookworm')
    await buildStandIn('kafka', tag, { jars: found.jars })
  },
  clickhouse: async tag => {
    const scripts = await mkdtemp(join(tmpdir(), 'firsttouch-engine-'))
    try {
      const script = 'containers/stand-ins/clickhouse.ts'
      await cp(join(RIGS, script), join(scripts, script))
      await buildStandIn('clickhouse', tag, { scripts })
    } finally {
      await rm(scripts, { recursive: true, force: true })
    }
  },
}

/** Docker Compose of Debian's next release. It runs in a container, because Debian stable has only version 1. */
export const COMPOSE = 'localhost/firsttouch-docker-compose'

const provideCompose = async (): Promise<Provided> => {
  await makeDebian('forky')
  await buildStandIn('docker-compose', COMPOSE)
  return { image: COMPOSE, how: 'made of Debian’s packages' }
}

const servers = () => Object.entries(readCompose().services).filter(([, { build }]) => !build)

export const serverImages = (): string[] => servers().map(([, { image }]) => registryName(image))

export const provideServers = async (): Promise<Provided[]> => {
  const provided = [await provideCompose()]
  for (const [name, { image }] of servers()) {
    const make = MAKE[name]
    if (!make)
      throw new Error(`docker-compose.yml has the service ${name}, but MAKE has no stand-in for ${image}.`)
    provided.push(await provide(image, make))
  }
  return provided
}
