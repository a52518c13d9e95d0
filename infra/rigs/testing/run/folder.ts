/**
 * One folder for all that a run of the tests leaves in the temporary directory, in whatever process: it goes at the end, and
 * what a killed run left goes when the next one begins.
 */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isAlive } from '../../../platform/is-alive.ts'

/** Not in the temporary directory: the next run has it as well. */
const COMPILED = join(import.meta.dirname, '../../../../node_modules/.cache/firsttouch/compiled')
const PREFIX = 'firsttouch-run-'

const outside = tmpdir()
let folder = ''

/** Before the first test file, in the process that the workers come from. */
export const setup = async (): Promise<void> => {
  // Each project of the tests sets up; the first has done it for all.
  if (basename(outside).startsWith(PREFIX)) return
  await sweep(outside)
  folder = await mkdtemp(join(outside, `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as another user where we are root, and has to pass through.
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  // Starting one of our processes costs half as much when what its modules were compiled to is still there.
  process.env.NODE_COMPILE_CACHE ??= COMPILED
}

export const teardown = async (): Promise<void> => {
  if (folder) await remove(folder)
}

/** Stores of workers that have just ended may still be writing their last. */
const remove = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

const sweep = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) await remove(join(directory, name))
  }
}
