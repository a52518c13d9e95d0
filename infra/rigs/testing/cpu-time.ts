/** CPU time of processes on Linux, in ticks of 10 ms. */
import { readdir, readFile } from 'node:fs/promises'

const TICK_US = 10_000

type Stat = { pid: number; parent: number; own: number; ofEnded: number }

const statOf = async (pid: number | 'self'): Promise<Stat | null> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (text === '') return null
  // The fields follow the name, which is in brackets and may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (index: number) => Number(fields[index])
  return {
    pid: Number.parseInt(text, 10),
    parent: at(1),
    own: (at(11) + at(12)) * TICK_US,
    ofEnded: (at(13) + at(14)) * TICK_US,
  }
}

const allStats = async (): Promise<Stat[]> => {
  const names = await readdir('/proc')
  const stats = await Promise.all(names.filter(name => /^\d+$/.test(name)).map(name => statOf(Number(name))))
  return stats.filter(stat => stat !== null)
}

export const startedBy = async (pid: number): Promise<number[]> => {
  const children = Map.groupBy(await allStats(), ({ parent }) => parent)
  const below = (one: number): number[] =>
    (children.get(one) ?? []).flatMap(child => [child.pid, ...below(child.pid)])
  return below(pid)
}

/** CPU time in µs of a process and all its descendants, including descendants that have ended. */
export const cpuOf = async (pid: number): Promise<number> => {
  const stats = await allStats()
  const children = Map.groupBy(stats, ({ parent }) => parent)
  const sum = (stat: Stat): number =>
    stat.own + stat.ofEnded + (children.get(stat.pid) ?? []).reduce((total, child) => total + sum(child), 0)
  const root = stats.find(stat => stat.pid === pid)
  return root ? sum(root) : Number.NaN
}

/** CPU time of this process's ended children. Microseconds. */
export const cpuOfEnded = async (): Promise<number> => (await statOf('self'))?.ofEnded ?? Number.NaN
