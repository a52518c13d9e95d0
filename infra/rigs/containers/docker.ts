/** A Docker daemon with Docker Compose for the tests, which runs the images that Podman built. */
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess } from '../testing/processes.ts'
import { until } from '../testing/until.ts'
import { shell } from './podman.ts'
import { COMPOSE } from './stand-ins.ts'

const MINUTE = 60_000

export type Docker = Awaited<ReturnType<typeof openDocker>>

/** `project`: the folder of docker-compose.yml, in which `type` runs its lines. */
export const openDocker = async (project: string, images: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-docker-'))
  const socket = join(folder, 'docker.sock')
  // Docker mounts namespaces below its exec-root. It lies outside the run's folder, because a killed run leaves its
  // mounts and the next run deletes the folder.
  const execRoot = await mkdtemp('/run/firsttouch-docker-')
  const at = ['--data-root', join(folder, 'data'), '--pidfile', join(folder, 'pid'), '--exec-root', execRoot]
  const daemon = spawn('dockerd', [...at, '--host', `unix://${socket}`, '--bridge', 'none'], {
    stdio: 'ignore',
  })
  const bin = join(folder, 'bin')
  await mkdir(bin)
  const compose = `docker run --rm --interactive --network host --volume ${socket}:/var/run/docker.sock --volume ${project}:${project} --workdir ${project} ${COMPOSE} docker-compose`
  await writeFile(
    join(bin, 'docker'),
    `#!/bin/sh\nPATH="${process.env.PATH}"\nif [ "$1" = compose ]; then shift; exec ${compose} "$@"; fi\nexec docker "$@"\n`,
  )
  await chmod(join(bin, 'docker'), 0o755)
  /** Runs a shell line of the operators' page. Returns its standard output. */
  const type = (line: string): Promise<string> =>
    shell(`export DOCKER_HOST=unix://${socket} PATH="${bin}:$PATH"; cd ${project}\n${line}`)
  const close = async (): Promise<void> => {
    await endProcess(daemon, 'SIGTERM')
    // Docker leaves the namespace of the host's network mounted.
    await shell(`umount ${join(execRoot, 'netns', '*')} || true`)
    for (const path of [folder, execRoot]) await rm(path, { recursive: true, force: true })
  }
  try {
    await until(() => type('docker info').then(Boolean, () => daemon.exitCode !== null), MINUTE)
    for (const image of [COMPOSE, ...images]) await type(`podman save --quiet ${image} | docker load --quiet`)
  } catch (error) {
    await close()
    throw error
  }
  return { type, close }
}
