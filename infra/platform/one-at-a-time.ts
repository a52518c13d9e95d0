/** A lock file that lets one process on this machine work at a time. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './is-alive.ts'

const LOOK_EVERY_MS = 100
/** Milliseconds. A lock file younger than this may not contain its process id yet. */
const SETTLED_AFTER_MS = 1_000

/**
 * Runs `work` while holding the lock file, which contains the holder's process id. Takes over the lock of a dead
 * process. Throws if another process holds the lock for `patienceMs`.
 */
export const oneAtATime = async (
  lock: string,
  work: () => Promise<void>,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (!(await take(lock))) {
    if (performance.now() > deadline) throw new Error(`Another process holds ${lock}.`)
    if (await isLeft(lock)) await rm(lock, { force: true })
    else await sleep(LOOK_EVERY_MS)
  }
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}

const take = (lock: string): Promise<boolean> =>
  writeFile(lock, String(process.pid), { flag: 'wx' }).then(
    () => true,
    error => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/** Whether the holder of the lock has died, perhaps before it wrote its process id. */
const isLeft = async (lock: string): Promise<boolean> => {
  const found = await stat(lock).catch(() => null)
  if (!found || Date.now() - found.mtimeMs < SETTLED_AFTER_MS) return false
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
  return !owner || !isAlive(owner)
}
