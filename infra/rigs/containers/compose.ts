/**
 * Runs the services of docker-compose.yml with Podman. podman-compose needs systemd timers for health checks and lacks Docker's DNS server,
 * so this file interprets the keys.
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
/** Owns the proxy's network and runs the DNS server that Docker would provide (stand-ins/names.ts). */
const NAMES = `${PROJECT}-names`
const PROXY = 'proxy'

export type Compose = Awaited<ReturnType<typeof openCompose>>

const nameOf = (service: string, number: number) => `${PROJECT}-${service}-${number}`

const volumeOf = (volume: string): string =>
  volume.startsWith('./') ? volume.replace('./', `${FOLDER}/`) : `${PROJECT}_${volume}`

/** The machine's own limit is the upper bound. */
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
  // A `--ulimit` option replaces all limits of containers.conf.
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

/** Options for a named container, or for one that is removed when it ends. */
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

const isHealthy = async (container: string, { healthcheck }: ComposeService): Promise<boolean> => {
  if ('disable' in healthcheck) return true
  const [kind, ...words] = healthcheck.test
  const command = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words
  const limit = String(inSeconds(healthcheck.timeout) * SLOW)
  return (await tryPodman('exec', container, 'timeout', limit, ...command)) !== null
}
/** Health checks get four times as long, for slow machines. */
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
  /** Starts containers up to the service's number of replicas. */
  const startMissing = async (name: string): Promise<void> => {
    for (let number = containersOf(name).length + 1; number <= replicasOf(serviceOf(name)); number++)
      await startOne(name, number)
  }
  /** Starts a service once the services that it depends on fulfil their conditions. */
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
    // Remove the names container last: the proxy uses its network.
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
    /** Starts all services without a profile, or the named ones with their dependencies, like `up --wait`. */
    up: async (...names: string[]) => {
      const all = Object.keys(services).filter(name => !serviceOf(name).profiles)
      await Promise.all((names.length === 0 ? all : names).map(up))
      await Promise.all(staying().map(becomesHealthy))
    },
    /** Starts more replicas, as further lines in `.env` ask. */
    upWith: async (more: Record<string, string>) => {
      services = readComposeWith({ ...variables, ...more }).services
      await Promise.all([...started.keys()].map(startMissing))
      await Promise.all(staying().map(becomesHealthy))
    },
    /** Runs a command of the operators' page, with Podman in place of Docker. */
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
    /** Kills a container and returns the seconds until it is healthy again. */
    crash: async (container: string): Promise<number> => {
      const [from, pid] = [performance.now(), await inspect(container, '{{.State.Pid}}')]
      await crash(container)
      await until(async () => !['0', pid].includes(await inspect(container, '{{.State.Pid}}')), MINUTE)
      await becomesHealthy(container)
      return (performance.now() - from) / 1000
    },
    /** Stops the services, clients before their servers. Returns their exit codes. */
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
