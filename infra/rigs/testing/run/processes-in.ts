/** The processes that a run has started, also those that it could not end any more. */
import { readdir, readFile } from 'node:fs/promises'

/**
 * Started with that temporary directory; PostgreSQL, which is not told of it, over a data directory there. Somebody who just
 * looks at a file of it is none of them. Where there is no /proc, nobody is known.
 */
export const processesIn = async (folder: string): Promise<{ pid: number; command: string }[]> => {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(pid => pid && pid !== process.pid)
  const found = await Promise.all(
    pids.map(async pid => {
      // It may end while it is looked at.
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
      const command = await read('cmdline')
      const isIn = command.includes(`\0-D\0${folder}`) || (await read('environ')).includes(`TMPDIR=${folder}`)
      return isIn ? [{ pid, command: command.replaceAll('\0', ' ') }] : []
    }),
  )
  return found.flat()
}
