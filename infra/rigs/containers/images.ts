import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { podman } from './podman.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** `service` has the name that docker-compose.yml uses. */
export const IMAGES = { whole: 'localhost/firsttouch-whole:1.0.0', service: 'localhost/firsttouch:1.0.0' }
export type Target = keyof typeof IMAGES

/**
 * This machine's npm settings and certificates, mounted only during the build, so no layer contains them. `folder`
 * holds the mounted files.
 */
const machineFiles = async (folder: string): Promise<Record<string, string>> => {
  const npm = join(folder, 'npmrc')
  const own = join(homedir(), '.npmrc')
  const settings = existsSync(own) ? await readFile(own, 'utf8') : ''
  const trusted = existsSync(CERTIFICATES)
  await writeFile(npm, trusted ? `${settings}\ncafile=${CERTIFICATES}\n` : settings)
  return { [npm]: '/usr/local/etc/npmrc', ...(trusted ? { [CERTIFICATES]: CERTIFICATES } : {}) }
}

export const buildImage = async (target: Target): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-build-'))
  try {
    const mounts = Object.entries(await machineFiles(folder)).map(([from, to]) => `--volume=${from}:${to}:ro`)
    await podman(
      ...['build', '--network', 'host', ...mounts, '--target', target, '--tag', IMAGES[target]],
      ...['--file', join(ROOT, 'infra/deploy/docker/Dockerfile'), ROOT],
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export type Packed = { path: string; mode: string }

/** Every file and folder under /app, with its mode. */
export const filesIn = async (target: Target): Promise<Packed[]> => {
  const list = ['run', '--rm', '--network', 'none', IMAGES[target], 'find', '/app', '-printf', '%P\t%M\n']
  return (await podman(...list)).split('\n').map(line => {
    const [path = '', mode = ''] = line.split('\t')
    return { path, mode }
  })
}

/** Megabytes of the whole image, and of each folder under /app. */
export const megabytesIn = async (target: Target): Promise<Record<string, number>> => {
  const list = ['run', '--rm', '--network', 'none', IMAGES[target], 'sh', '-c', 'du -k -d 1 /app | sort -rn']
  const lines = (await podman(...list)).split('\n')
  const whole = Number(await podman('image', 'inspect', '--format', '{{.Size}}', IMAGES[target]))
  return {
    'the whole image': Math.round(whole / 1e6),
    ...Object.fromEntries(
      lines.map(line => [line.split('\t')[1] ?? '', Math.round((Number.parseInt(line, 10) * 1024) / 1e6)]),
    ),
  }
}
