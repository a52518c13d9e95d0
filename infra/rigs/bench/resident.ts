import { readFile } from 'node:fs/promises'
import { startedBy } from '../testing/cpu-time.ts'

const fieldOf = async (file: string, field: string): Promise<number> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024
}

export const residentMegabytes = (pid: number): Promise<number> => fieldOf(`/proc/${pid}/status`, 'VmRSS')

/** `files`: file-backed pages, which the kernel can drop and read again. `children`: child processes, with shared pages counted once. */
export type Held = { process: number; files: number; children: number }

export const memoryOf = async (pid: number): Promise<Held> => {
  const children = await Promise.all(
    (await startedBy(pid)).map(child => fieldOf(`/proc/${child}/smaps_rollup`, 'Pss')),
  )
  return {
    process: await residentMegabytes(pid),
    files: await fieldOf(`/proc/${pid}/status`, 'RssFile'),
    // A child that has ended meanwhile counts as 0.
    children: children.filter(megabytes => !Number.isNaN(megabytes)).reduce((sum, one) => sum + one, 0),
  }
}
