/** Runs docker-compose.yml with Docker Compose, from a copy of the files that it names. */
import { readFileSync } from 'node:fs'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../testing/until.ts'
import { FOLDER, readCompose } from './compose-file.ts'
import { openDocker } from './docker.ts'
import { IMAGES } from './images.ts'
import { serverImages } from './stand-ins.ts'

const MINUTE = 60_000
const UP = 'docker compose up -d --wait'

export type Compose = Awaited<ReturnType<typeof openCompose>>

/** Lowers the services' limits of open files to the machine's limit, which Docker cannot raise. */
const override = (): string => {
  const most = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  const services = Object.entries(readCompose().services)
    .filter(([, { ulimits }]) => Number(ulimits?.nofile) > most)
    .map(([name]) => [name, { ulimits: { nofile: most } }])
  return JSON.stringify({ services: Object.fromEntries(services) })
}

/** `variables` are lines of `.env`. `images`: further images that the test needs. */
export const openCompose = async (variables: Record<string, string>, images: string[] = []) => {
  const project = await mkdtemp(join(tmpdir(), 'firsttouch-compose-'))
  for (const path of ['docker-compose.yml', 'infra/deploy/docker'])
    await cp(join(FOLDER, path), join(project, path), { recursive: true })
  await writeFile(join(project, 'docker-compose.override.yml'), override())
  const set = (more: Record<string, string>): Promise<void> =>
    appendFile(
      join(project, '.env'),
      Object.entries(more)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
  await set(variables)
  const docker = await openDocker(project, [IMAGES.service, ...serverImages(), ...images])
  const { type } = docker
  await type(`docker tag ${IMAGES.service} ${IMAGES.service.replace('localhost/', '')}`)
  const inspect = (container: string, format: string) =>
    type(`docker inspect --format '{{${format}}}' ${container}`)
  /** Names of running containers. */
  const running = async () => (await type(`docker ps --format '{{.Names}}'`)).split('\n').filter(Boolean)
  return {
    network: 'firsttouch_default',
    type,
    running,
    /** Starts all services without a profile, or the named ones with their dependencies. */
    up: (...names: string[]) => type([UP, ...names].join(' ')),
    /** Writes further lines to `.env` and restarts the services that they change. */
    upWith: async (more: Record<string, string>) => {
      await set(more)
      await type(UP)
    },
    /** Kills a container's process and returns the seconds until the container is healthy again. */
    crash: async (container: string): Promise<number> => {
      const [from, pid] = [performance.now(), await inspect(container, '.State.Pid')]
      process.kill(Number(pid), 'SIGKILL')
      const isBack = async () =>
        !['0', pid].includes(await inspect(container, '.State.Pid')) &&
        (await inspect(container, '.State.Health.Status')) === 'healthy'
      await until(isBack, MINUTE)
      return (performance.now() - from) / 1000
    },
    /** Stops all services. Returns their exit codes. */
    down: async (): Promise<Record<string, number>> => {
      const containers = await running()
      await type('docker compose stop')
      const codes: Record<string, number> = {}
      for (const container of containers)
        codes[container] = Number(await inspect(container, '.State.ExitCode'))
      return codes
    },
    close: async (): Promise<void> => {
      await type('docker compose down --volumes --timeout 1')
      await docker.close()
      await rm(project, { recursive: true, force: true })
    },
  }
}
