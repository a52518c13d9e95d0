/** Builds the front end when `frontend/dist` is missing or older than its sources. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oneAtATime } from '../../platform/one-at-a-time.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
export const SITE_DIST = join(ROOT, 'frontend', 'dist')
const SOURCES = [
  'frontend/src',
  'frontend/build',
  'frontend/package.json',
  'frontend/index.html',
  'frontend/vite.config.ts',
  'frontend/tag.config.ts',
  'frontend/public',
  'api/contract',
  'ingest/events.ts',
  'ingest/experiments.ts',
  'package-lock.json',
]

/** Uses a lock, because two builds at the same time would mix their files. */
export const buildSiteIfNeeded = async (say: (line: string) => void = () => undefined): Promise<void> => {
  if (await isBuilt()) return
  await mkdir(SITE_DIST, { recursive: true })
  await oneAtATime(join(SITE_DIST, 'building'), async () => {
    if (await isBuilt()) return
    say('Building the site (once after every change of its sources) …')
    await build()
  })
}

const build = (): Promise<unknown> =>
  promisify(execFile)('npm', ['run', 'build', '-w', 'frontend'], {
    cwd: ROOT,
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string; message: string }) => {
    throw new Error(
      `The site could not be built. If a program is missing, type: npm ci --include=dev\n${error.stdout ?? ''}${error.stderr ?? error.message}`,
    )
  })

const isBuilt = async (): Promise<boolean> => {
  const built = await changedAt(join(SITE_DIST, 'site.json'))
  // A container image has no sources, and its file times mean nothing. The build there counts as current.
  const canBuild = (await changedAt(join(ROOT, 'frontend', 'vite.config.ts'))) > 0
  if (built > 0 && !canBuild) return true
  const sources = await Promise.all(SOURCES.map(source => newestIn(join(ROOT, source))))
  return built > Math.max(...sources)
}

/** Milliseconds since 1970, or 0 for a missing file. */
const changedAt = async (path: string): Promise<number> =>
  stat(path).then(
    found => found.mtimeMs,
    () => 0,
  )

const newestIn = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => undefined)
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const names = await readdir(path)
  return Math.max(0, ...(await Promise.all(names.map(name => newestIn(join(path, name))))))
}
