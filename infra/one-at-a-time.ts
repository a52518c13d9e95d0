/** Work that only one process of this machine may do at a time. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 100

/** `lock` is a file that holds the process id of whoever works; of one that died, it is taken over. */
export const oneAtATime = async (lock: string, work: () => Promise<void>): Promise<void> => {
  while (!(await take(lock))) {
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

/** A file that is empty or gone again belongs to somebody who is quicker than we are. */
const isLeft = async (lock: string): Promise<boolean> => {
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''))
  return owner > 0 && !isAlive(owner)
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
