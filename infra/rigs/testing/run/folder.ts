/**
 * One folder for all temporary files of a test run. The run deletes the folder at its end. The next run deletes the
 * files and ends the processes of a run that was killed.
 */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isAlive } from '../../../platform/is-alive.ts'
import { processesIn } from './processes-in.ts'

/** Outside the temporary directory, so that later runs reuse it. */
const COMPILED = join(import.meta.dirname, '../../../../node_modules/.cache/firsttouch/compiled')
const PREFIX = 'firsttouch-run-'
/**
 * A tmpfs for the short form, whose many stores sync every row. It saves a tenth of the CPU and much waiting. The long
 * form uses the disk, because it kills stores. A set TMPDIR takes precedence.
 */
const MEMORY = '/dev/shm'
/** Bytes. Four times the observed need of the short form. */
const ROOM = 2 * 1024 ** 3

const outside = tmpdir()
let folder = ''

/** vitest calls this before the first test file, in the main process. */
export const setup = ({ vitest }: TestProject): Promise<void> =>
  make(vitest.projects.every(({ name }) => name === 'short'))

const make = async (isInMemory: boolean): Promise<void> => {
  // vitest calls this for each project. The first call does the work.
  if (folder || basename(outside).startsWith(PREFIX)) return
  for (const place of [outside, MEMORY]) await sweep(place)
  const place = isInMemory && !process.env.TMPDIR && (await isRoomy(MEMORY)) ? MEMORY : outside
  folder = await mkdtemp(join(place, `${PREFIX}${process.pid}-`))
  // As root, PostgreSQL runs as another user, which must be able to enter the folder.
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  // The compile cache halves the start time of our processes.
  process.env.NODE_COMPILE_CACHE ??= COMPILED
}

export const teardown = async (): Promise<void> => {
  if (folder) await remove(folder)
}

/** For scripts outside vitest. `isInMemory`: use the tmpfs if it has room. */
export const inFolder = async <T>(work: () => Promise<T>, isInMemory = false): Promise<T> => {
  await make(isInMemory)
  try {
    return await work()
  } finally {
    await teardown()
  }
}

/** Retries, as stores of ended workers may still write. */
const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

/** Files in a tmpfs use memory that the tests need too. */
const isRoomy = async (directory: string): Promise<boolean> => {
  const found = await statfs(directory).catch(() => undefined)
  return found !== undefined && Math.min(found.bavail * found.bsize, process.availableMemory() / 4) >= ROOM
}

const sweep = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory).catch(() => [])) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) await endRun(join(directory, name))
  }
}

/** Kills processes that did not end with the killed run. */
const endRun = async (folder: string): Promise<void> => {
  for (const { pid } of await processesIn(folder)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await remove(folder)
}
