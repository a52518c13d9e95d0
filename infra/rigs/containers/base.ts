/** The images that the shipped files name: pulled where a registry answers, made of Debian's packages where none does. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { podman, tryPodman } from './podman.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..', '..')
const STAND_INS = join(import.meta.dirname, 'stand-ins')
const MADE = 'firsttouch.made'
/** Signatures are checked; only a mirror that stands still is good enough. */
const ASIDE_FROM_AGE = '--aptopt=Acquire::Check-Valid-Until "false"'

/** What was made here is known by its label, so that nobody takes it for the real one. */
export type Provided = { image: string; how: 'pulled' | 'made of Debian’s packages' }

export const registryName = (image: string): string =>
  image.includes('/') ? `docker.io/${image}` : `docker.io/library/${image}`

export const provide = async (image: string, make: (tag: string) => Promise<unknown>): Promise<Provided> => {
  const name = registryName(image)
  const label = await tryPodman('image', 'inspect', '--format', `{{index .Labels "${MADE}"}}`, name)
  const isReal = label === '' || (label === null && (await tryPodman('pull', '--quiet', name)) !== null)
  if (isReal) return { image, how: 'pulled' }
  await make(name)
  return { image, how: 'made of Debian’s packages' }
}

/** A Debian of the given release under the name that the stand-ins begin with. */
export const makeDebian = async (release: string): Promise<string> => {
  const name = `localhost/firsttouch-debian:${release}`
  if ((await tryPodman('image', 'exists', name)) !== null) return name
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-debian-'))
  const tar = join(folder, 'debian.tar')
  try {
    const options = ['--quiet', '--variant=apt', '--include=ca-certificates', ASIDE_FROM_AGE]
    await run('mmdebstrap', [...options, release, tar])
    await podman('import', '--quiet', tar, name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return name
}

/** `given` are folders that the build may read; nothing of them stays but what it copies. */
export const buildStandIn = (name: string, tag: string, given: Record<string, string> = {}) =>
  podman(
    ...['build', '--quiet', '--network', 'host', '--label', `${MADE}=stand-in`, '--tag', tag],
    ...Object.entries(given).flatMap(([to, from]) => ['--volume', `${from}:/given/${to}:ro`]),
    ...['--file', join(STAND_INS, `${name}.Dockerfile`), STAND_INS],
  )

/** What the shipped Dockerfile is built upon. */
export const provideNode = async (): Promise<Provided> => {
  const text = await readFile(join(ROOT, 'infra/deploy/docker/Dockerfile'), 'utf8')
  const images = new Set([...text.matchAll(/^FROM (node:\S+)/gm)].map(match => match[1] ?? ''))
  const [image = '', ...others] = images
  if (others.length > 0) throw new Error(`The Dockerfile is built upon several: ${[...images].join(', ')}`)
  return provide(image, async tag => {
    await makeDebian('bookworm')
    const folder = await mkdtemp(join(tmpdir(), 'firsttouch-npm-'))
    try {
      await run('npm', ['install', '--prefix', folder, '--no-save', '--no-package-lock', 'npm@11'], {
        cwd: ROOT,
      })
      await buildStandIn('node', tag, {
        node: join(ROOT, 'node_modules/node/bin'),
        npm: join(folder, 'node_modules/npm'),
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    const version = await podman('run', '--rm', tag, 'node', '--version')
    if (image !== `node:${version.slice(1)}-bookworm-slim`)
      throw new Error(`${image} was asked for, and node_modules has Node ${version}: npm ci`)
  })
}
