/** Provides the images that the shipped files name. Pulls them if a registry answers, else builds stand-ins from Debian packages. */
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
/** Accept outdated mirrors. apt still checks signatures. */
const ASIDE_FROM_AGE = '--aptopt=Acquire::Check-Valid-Until "false"'

/** A label marks a stand-in, so that it is not mistaken for the real image. */
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

/** A Debian release as the base image of the stand-ins. */
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

/** `given`: folders mounted during the build. The image contains only what the Dockerfile copies from them. */
export const buildStandIn = (name: string, tag: string, given: Record<string, string> = {}) =>
  podman(
    ...['build', '--quiet', '--network', 'host', '--label', `${MADE}=stand-in`, '--tag', tag],
    ...Object.entries(given).flatMap(([to, from]) => ['--volume', `${from}:/given/${to}:ro`]),
    ...['--file', join(STAND_INS, `${name}.Dockerfile`), STAND_INS],
  )

/** The base image of the shipped Dockerfile. */
export const provideNode = async (): Promise<Provided> => {
  const text = await readFile(join(ROOT, 'infra/deploy/docker/Dockerfile'), 'utf8')
  const images = new Set([...text.matchAll(/^FROM (node:\S+)/gm)].map(match => match[1] ?? ''))
  const [image = '', ...others] = images
  if (others.length > 0) throw new Error(`The Dockerfile has several base images: ${[...images].join(', ')}`)
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
      throw new Error(`The Dockerfile needs ${image}, but node_modules has Node ${version}: run npm ci.`)
  })
}
