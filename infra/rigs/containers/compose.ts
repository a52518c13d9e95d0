/**
 * Runs the services of docker-compose.yml. podman-compose leaves health checks to systemd's timers, which a machine for tests
 * may lack, and knows nothing of the names that Docker answers for; so this carries out the same file, key by key.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../testing/until.ts'
import { registryName } from './base.ts'
import { type ComposeService, FOLDER, inSeconds, readComposeWith } from './compose-file.ts'
import { crash, remove, start, stop } from './containers.ts'
import { IMAGES } from './images.ts'
import { inspect, podman, saidBy, shell, tryPodman } from './podman.ts'

const PROJECT = 'firsttouch-test'
const NETWORK = `${PROJECT}_default`
/** Holds the proxy's network, in which names are answered for as Docker does it: see stand-ins/names.ts. */
const NAMES = `${PROJECT}-names`
const PROXY = 'proxy'

export type Compose = Awaited<ReturnType<typeof openCompose>>

const nameOf = (service: string, number: number) => `${PROJECT}-${service}-${number}`

const volumeOf = (volume: string): string =>
  volume.startsWith('./') ? volume.replace('./', `${FOLDER}/`) : `${PROJECT}_${volume}`

/** More than a machine allows cannot be asked for. */
const openFiles = (wanted: number): number => {
  const most = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  return Math.min(wanted, most)
}

const rights = (service: ComposeService): string[] => [
  ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
  ...(service.tmpfs ?? []).flatMap(path => ['--tmpfs', path]),
  ...(service.cap_drop ?? []).flatMap(right => ['--cap-drop', right]),
  ...(service.security_opt ?? []).flatMap(option => ['--security-opt', option.replace(':true', '')]),
  ...(service.user ? ['--user', service.user] : []),
]

const limits = (service: ComposeService): string[] => [
  ...['--memory', service.mem_limit],
  // One that is named takes the place of all that containers.conf has.
  ...(service.ulimits ? ['--ulimit', 'nproc=4096:4096'] : []),
  ...(service.shm_size ? ['--shm-size', service.shm_size] : []),
  ...Object.entries(service.ulimits ?? {}).flatMap(([name, wanted]) => {
    const given = openFiles(wanted)
    return ['--ulimit', `${name}=${given}:${given}`]
  }),
  ...['--restart', service.restart, '--stop-timeout', String(inSeconds(service.stop_grace_period ?? '10s'))],
  ...['--log-opt', `max-size=${service.logging.options['max-size']}`],
]

const published = (service: ComposeService) => (service.ports ?? []).flatMap(port => ['--publish', port])

/** The options of a named container, or of one that is removed when it ends. */
const runWords = (
  name: string,
  service: ComposeService,
  how: readonly string[],
  does: readonly string[],
): string[] => [
  ...['run', ...how, ...rights(service), ...limits(service)],
  ...(name === PROXY
    ? ['--network', `container:${NAMES}`]
    : ['--network', NETWORK, '--network-alias', name, ...published(service)]),
  ...Object.entries(service.environment ?? {}).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
  ...(service.volumes ?? []).flatMap(volume => ['--volume', volumeOf(volume)]),
  service.build ? IMAGES[service.build.target] : registryName(service.image),
  ...does,
]

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
const replicasOf = ({ deploy }: ComposeService): number => Number(deploy?.replicas ?? 1)

/** The service's own check, once. */
const isHealthy = async (container: string, { healthcheck }: ComposeService): Promise<boolean> => {
  if ('disable' in healthcheck) return true
  const [kind, ...words] = healthcheck.test
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words
  const limit = String(inSeconds(healthcheck.timeout) * SLOW)
  return (await tryPodman('exec', container, 'timeout', limit, ...command)) !== null
}
/** So much more time than on a machine of one's own. */
const SLOW = 4
const MINUTE = 60_000

const holdNames = async (proxy: ComposeService): Promise<void> => {
  const script = join(import.meta.dirname, 'stand-ins', 'names.ts')
  await podman(
    ...['run', '--detach', '--name', NAMES, '--network', NETWORK, '--network-alias', PROXY],
    ...[...published(proxy), '--user', '0', '--volume', `${script}:/names.ts:ro`],
    ...[IMAGES.service, 'node', '/names.ts'],
  )
}

export const openCompose = async (variables: Record<string, string>) => {
  const { volumes, networks, ...read } = readComposeWith(variables)
  let { services } = read
  const running = new Map<string, string>()
  const serviceOf = (name: string): ComposeService => {
    const found = services[name]
    if (!found) throw new Error(`${name} is not in docker-compose.yml`)
    return found
  }
  const becomesHealthy = (container: string): Promise<void> => {
    const service = serviceOf(running.get(container) ?? '')
    return until(() => isHealthy(container, service), MINUTE).catch(async error => {
      throw new Error(`${container} is not healthy: ${await saidBy(container)}`, { cause: error })
    })
  }
  const completes = async (container: string): Promise<void> => {
    const code = await podman('wait', container)
    if (code !== '0') throw new Error(`${container} ended with ${code}: ${await saidBy(container)}`)
  }
  const started = new Map<string, Promise<void>>()
  const startOne = async (name: string, number: number): Promise<void> => {
    const container = nameOf(name, number)
    running.set(container, name)
    const service = serviceOf(name)
    await podman(...runWords(name, service, ['--detach', '--name', container], service.command ?? []))
  }
  const containersOf = (name: string) =>
    [...running].filter(([, one]) => one === name).map(([container]) => container)
  /** As many as its replicas say. */
  const startMissing = async (name: string): Promise<void> => {
    for (let number = containersOf(name).length + 1; number <= replicasOf(serviceOf(name)); number++)
      await startOne(name, number)
  }
  /** After all that it depends on, as it depends on it. */
  const startFirst = async (name: string): Promise<void> => {
    const { depends_on = {} } = serviceOf(name)
    await Promise.all(
      Object.entries(depends_on).map(async ([other, { condition }]) => {
        await up(other)
        const wait = condition === 'service_healthy' ? becomesHealthy : completes
        await Promise.all(containersOf(other).map(wait))
      }),
    )
    await startMissing(name)
  }
  const up = (name: string): Promise<void> => {
    const already = started.get(name) ?? startFirst(name)
    started.set(name, already)
    return already
  }
  const staying = () =>
    [...running].filter(([, name]) => serviceOf(name).restart !== 'no').map(([container]) => container)
  const clear = async () => {
    const all = await podman('ps', '--all', '--format', '{{.Names}}', '--filter', `name=^${PROJECT}-`)
    // The proxy is in the network of the one that holds the names.
    for (const container of all.split('\n').toSorted().toReversed()) if (container) await remove(container)
    for (const volume of Object.keys(volumes))
      await tryPodman('volume', 'rm', '--force', `${PROJECT}_${volume}`)
    await tryPodman('network', 'rm', '--force', NETWORK)
  }
  await clear()
  const [{ subnet }] = networks.default.ipam.config
  await podman('network', 'create', '--subnet', subnet, NETWORK)
  await holdNames(serviceOf(PROXY))
  return {
    network: NETWORK,
    /** Everything but what a profile has, or only these and what they depend on, as `up --wait` does it. */
    up: async (...names: string[]) => {
      const all = Object.keys(services).filter(name => !serviceOf(name).profiles)
      await Promise.all((names.length === 0 ? all : names).map(up))
      await Promise.all(staying().map(becomesHealthy))
    },
    /** The same with more lines in `.env`, which ask for more replicas alone. */
    upWith: async (more: Record<string, string>) => {
      services = readComposeWith({ ...variables, ...more }).services
      await Promise.all([...started.keys()].map(startMissing))
      await Promise.all(staying().map(becomesHealthy))
    },
    /** What the operators' page says to type, with Podman in Docker's place. */
    type: (line: string): Promise<string> =>
      shell(
        line
          .replaceAll(/docker compose logs (\w+)/g, (_, name) => `podman logs ${nameOf(name, 1)}`)
          .replaceAll(/docker compose exec (?:-T )?(\w+)/g, (_, name) => `podman exec -i ${nameOf(name, 1)}`)
          .replaceAll(/docker compose run --rm (\w+)/g, (_, name) =>
            ['podman', ...runWords(name, serviceOf(name), ['--rm'], [])].map(quoted).join(' '),
          ),
      ),
    staying,
    /** Seconds until it is healthy again, by whoever starts it again. */
    crash: async (container: string): Promise<number> => {
      const [from, pid] = [performance.now(), await inspect(container, '{{.State.Pid}}')]
      await crash(container)
      await until(async () => !['0', pid].includes(await inspect(container, '{{.State.Pid}}')), MINUTE)
      await becomesHealthy(container)
      return (performance.now() - from) / 1000
    },
    /** How each ended: who is asked goes before whom it asks. */
    down: async () => {
      const codes: Record<string, number> = {}
      for (const container of staying().toReversed()) codes[container] = await stop(container)
      return codes
    },
    startAgain: async () => {
      for (const container of staying()) {
        await start(container)
        await becomesHealthy(container)
      }
    },
    close: clear,
  }
}
