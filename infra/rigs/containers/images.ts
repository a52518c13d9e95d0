/** Both shipped images, built from the shipped Dockerfile. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { podman } from './podman.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..', '..')
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** `service` under the name that docker-compose.yml has. */
export const IMAGES = { whole: 'localhost/firsttouch-whole:0.1.0', service: 'localhost/firsttouch:0.1.0' }
export type Target = keyof typeof IMAGES

/** How this machine reaches npm's registry: mounted while npm runs, and in no layer. */
const machineFiles = async (): Promise<Record<string, string>> => {
  const global = (await run('npm', ['config', 'get', 'globalconfig'], { cwd: ROOT })).stdout.trim()
  const files = {
    [join(homedir(), '.npmrc')]: '/root/.npmrc',
    [global]: '/usr/local/etc/npmrc',
    [CERTIFICATES]: CERTIFICATES,
  }
  return Object.fromEntries(Object.entries(files).filter(([file]) => existsSync(file)))
}

export const buildImage = async (target: Target): Promise<void> => {
  const mounts = Object.entries(await machineFiles()).flatMap(([from, to]) => [
    '--volume',
    `${from}:${to}:ro`,
  ])
  await podman(
    ...['build', '--network', 'host', ...mounts],
    ...['--file', join(ROOT, 'infra/deploy/docker/Dockerfile'), '--target', target],
    ...['--tag', IMAGES[target], ROOT],
  )
}

export type Packed = { path: string; mode: string }

/** Every file and folder of an image under /app, and its rights. */
export const filesIn = async (target: Target): Promise<Packed[]> => {
  const list = ['run', '--rm', '--network', 'none', IMAGES[target], 'find', '/app', '-printf', '%P\t%M\n']
  return (await podman(...list)).split('\n').map(line => {
    const [path = '', mode = ''] = line.split('\t')
    return { path, mode }
  })
}

/** Of what an image adds to Node's own, by folder of the application. */
export const megabytesIn = async (target: Target): Promise<Record<string, number>> => {
  const list = [
    'run',
    '--rm',
    '--network',
    'none',
    IMAGES[target],
    'sh',
    '-c',
    'du -sk /app /app/* | sort -rn',
  ]
  const lines = (await podman(...list)).split('\n')
  const whole = Number(await podman('image', 'inspect', '--format', '{{.Size}}', IMAGES[target]))
  return {
    'the whole image': Math.round(whole / 1e6),
    ...Object.fromEntries(
      lines.map(line => [line.split('\t')[1] ?? '', Math.round((Number.parseInt(line, 10) * 1024) / 1e6)]),
    ),
  }
}
