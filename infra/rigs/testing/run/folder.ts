/**
 * One folder for all that a run of the tests leaves in the temporary directory, in whatever process: it goes at the end, and
 * what a killed run left, files and processes, goes when the next one begins.
 */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { isAlive } from '../../../platform/is-alive.ts'
import { processesIn } from './processes-in.ts'

/** Not in the temporary directory: the next run has it as well. */
const COMPILED = join(import.meta.dirname, '../../../../node_modules/.cache/firsttouch/compiled')
const PREFIX = 'firsttouch-run-'
/**
 * A folder of Linux in memory. Each test file of the short form has stores of its own, which write every row to the disk before they
 * answer: a tenth of the CPU, and much waiting. The long form, with its kills, has a disk, and so has who names a folder in TMPDIR.
 */
const MEMORY = '/dev/shm'
/** Four times what the short form was seen to need. */
const ROOM = 2 * 1024 ** 3

const outside = tmpdir()
let folder = ''

/** Before the first test file, in the process that the workers come from. */
export const setup = ({ vitest }: TestProject): Promise<void> =>
  make(vitest.projects.every(({ name }) => name === 'short'))

const make = async (isInMemory: boolean): Promise<void> => {
  // Each project of the tests sets up; the first has done it for all.
  if (folder || basename(outside).startsWith(PREFIX)) return
  for (const place of [outside, MEMORY]) await sweep(place)
  const place = isInMemory && !process.env.TMPDIR && (await isRoomy(MEMORY)) ? MEMORY : outside
  folder = await mkdtemp(join(place, `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as another user where we are root, and has to pass through.
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  // Starting one of our processes costs half as much when what its modules were compiled to is still there.
  process.env.NODE_COMPILE_CACHE ??= COMPILED
}

export const teardown = async (): Promise<void> => {
  if (folder) await remove(folder)
}

/** For scripts that are no run of vitest; `isInMemory` as the short form is, where there is room. */
export const inFolder = async <T>(work: () => Promise<T>, isInMemory = false): Promise<T> => {
  await make(isInMemory)
  try {
    return await work()
  } finally {
    await teardown()
  }
}

/** Stores of workers that have just ended may still be writing their last. */
const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

/** What lies there takes memory from the tests themselves. */
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

/** Stores end with the process that started them, if it had got as far as seeing to that. */
const endRun = async (folder: string): Promise<void> => {
  for (const { pid } of await processesIn(folder)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await remove(folder)
}
