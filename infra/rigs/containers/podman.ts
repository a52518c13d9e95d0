import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPackages } from '../testing/run/apt.ts'

const run = promisify(execFile)
const env = { ...process.env, CONTAINERS_CONF: join(import.meta.dirname, 'containers.conf') }
const PACKAGES = [
  'docker.io',
  'podman',
  'runc',
  'netavark',
  'aardvark-dns',
  'iptables',
  'mmdebstrap',
  'ca-certificates',
]
const PROGRAMS = ['dockerd', 'podman', 'runc', 'iptables', 'mmdebstrap']

const hasAll = () => PROGRAMS.every(program => spawnSync('which', [program]).status === 0)

/** Why containers cannot run here, for the operator. null if they can. */
export const whyNoEngine = (): string | null => {
  if (process.getuid?.() !== 0)
    return 'only root can start containers with limits and networks here: run it as root.'
  if (!hasAll()) return `it needs ${PACKAGES.join(', ')} (Debian: apt-get install them).`
  const { status, stderr } = spawnSync('podman', ['info'], { env, encoding: 'utf8' })
  return status === 0 ? null : `podman says: ${stderr.trim()}`
}

/** Why these images cannot run here. null if they can. */
export const whyNotHere = (images: readonly string[]): string | null => {
  const engine = whyNoEngine()
  if (engine) return engine
  const absent = images.filter(image => spawnSync('podman', ['image', 'exists', image], { env }).status !== 0)
  return absent.length === 0
    ? null
    : `${absent.join(', ')} could not be provided: npm test -- --containers says why.`
}

export const installEngine = (): void => {
  if (!hasAll()) installPackages(PACKAGES, 'Podman for the containers')
}

/** Runs a shell line with the environment that Podman needs here. */
export const shell = async (line: string): Promise<string> =>
  (await run('sh', ['-c', line], { env, maxBuffer: 64 * 1024 * 1024 })).stdout.trimEnd()

const outputs = (given: string[]) => run('podman', given, { env, maxBuffer: 64 * 1024 * 1024 })

/** Standard output. If podman fails, the error holds its standard error. */
export const podman = async (...given: string[]): Promise<string> => (await outputs(given)).stdout.trimEnd()

/** The last lines of a container's standard output and error, for test failures. */
export const saidBy = async (container: string): Promise<string> => {
  const { stdout, stderr } = await outputs(['logs', '--tail', '40', container])
  return stdout + stderr
}

/** null on failure. */
export const tryPodman = (...given: string[]): Promise<string | null> => podman(...given).catch(() => null)

export const inspect = async (container: string, format: string): Promise<string> =>
  podman('inspect', '--format', format, container)
