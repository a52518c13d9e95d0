/** What a process with the embedded engine in it works for, by the names of its threads and processes: Linux only. */
import { readdir, readFile } from 'node:fs/promises'
import { row } from '../table.ts'
import { startedBy } from './processes.ts'

export const KINDS = {
  node: 'Node’s main thread',
  v8: 'V8’s helpers: collecting garbage, compiling',
  calls: 'who calls the engine: parses, analyses and plans a statement, writes its part',
  engine: 'the engine’s threads, which run what was planned',
  merges: 'the engine’s merges',
  postgres: 'PostgreSQL',
}
type Kind = keyof typeof KINDS
/** µs of CPU. */
export type Spent = Record<Kind, number>

const NAMED: Record<string, Kind> = {
  V8Worker: 'v8',
  DelayedTaskSche: 'v8',
  'libuv-worker': 'calls',
  MergeMutate: 'merges',
}

/** Nanoseconds that a thread has worked: the first of its three figures. */
const workedOf = async (path: string): Promise<number> =>
  Number.parseInt(await readFile(`${path}/schedstat`, 'utf8').catch(() => '0'), 10)

type Thread = { path: string; kind: Kind; worked: number }

const threadsOf = async (pid: number): Promise<Thread[]> => {
  const own = await readdir(`/proc/${pid}/task`)
  const threads = own.map(async (tid): Promise<Thread> => {
    const path = `/proc/${pid}/task/${tid}`
    const name = (await readFile(`${path}/comm`, 'utf8').catch(() => '')).trim()
    const kind = tid === String(pid) ? 'node' : (NAMED[name] ?? 'engine')
    return { path, kind, worked: await workedOf(path) }
  })
  const servers = (await startedBy(pid)).map(async (child): Promise<Thread> => {
    const path = `/proc/${child}`
    return { path, kind: 'postgres', worked: await workedOf(path) }
  })
  return Promise.all([...threads, ...servers])
}

/** From now on; what threads did that have ended meanwhile is lost. */
export const openMeter = async (pid: number): Promise<() => Promise<Spent>> => {
  const before = new Map((await threadsOf(pid)).map(({ path, worked }) => [path, worked]))
  return async () => {
    const spent: Spent = { node: 0, v8: 0, calls: 0, engine: 0, merges: 0, postgres: 0 }
    for (const { path, kind, worked } of await threadsOf(pid))
      spent[kind] += (worked - (before.get(path) ?? 0)) / 1_000
    return spent
  }
}

export const sumOf = (spent: Spent): number => Object.values(spent).reduce((sum, us) => sum + us, 0)

/** A line for each kind and one for all, in µs by `per`: a column for each thing measured. */
export const spentRows = (columns: { spent: Spent; per: number }[], digits: number): string[] => {
  const line = (name: string, of: (spent: Spent) => number) =>
    row(name, ...columns.map(({ spent, per }) => (of(spent) / per).toFixed(digits)))
  const kinds = Object.entries(KINDS) as [Kind, string][]
  return [...kinds.map(([kind, name]) => line(name, spent => spent[kind])), line('all', sumOf)]
}
