/** The processes of a test run, including orphans. */
import { readdir, readFile } from 'node:fs/promises'

/** Processes with this TMPDIR in their environment, and PostgreSQL servers over a data directory in the folder. Empty without /proc. */
export const processesIn = async (folder: string): Promise<{ pid: number; command: string }[]> => {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(pid => pid && pid !== process.pid)
  const found = await Promise.all(
    pids.map(async pid => {
      // The process may end meanwhile.
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
      const command = await read('cmdline')
      const isIn = command.includes(`\0-D\0${folder}`) || (await read('environ')).includes(`TMPDIR=${folder}`)
      return isIn ? [{ pid, command: command.replaceAll('\0', ' ') }] : []
    }),
  )
  return found.flat()
}
