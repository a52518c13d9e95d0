/** CPU time of a process, its engines and its PostgreSQL, by thread name. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'
import { startedBy } from '../../testing/cpu-time.ts'
import { row } from '../table.ts'

export const KINDS = {
  node: 'Node’s main thread',
  v8: 'V8’s helpers: collecting garbage, compiling',
  calls: 'the engine’s callers: they parse, analyse and plan a statement and write its part',
  engine: 'the engine’s threads, which run what was planned',
  merges: 'the engine’s merges',
  postgres: 'PostgreSQL',
}
type Kind = keyof typeof KINDS
export type Spent = Record<Kind, number>

const NAMED: Record<string, Kind> = {
  V8Worker: 'v8',
  DelayedTaskSche: 'v8',
  'libuv-worker': 'calls',
  MergeMutate: 'merges',
}

/** Empty when the thread has ended. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Nanoseconds of CPU: the first of the file's three figures. */
const workedOf = (path: string): number => Number.parseInt(read(`${path}/schedstat`) || '0', 10)

type Thread = { path: string; kind: Kind; worked: number }

/** `main`: the kind of the process's main thread. */
const tasksOf = (pid: number, main: Kind): Thread[] =>
  readdirSync(`/proc/${pid}/task`).map(tid => {
    const path = `/proc/${pid}/task/${tid}`
    return {
      path,
      kind: tid === String(pid) ? main : (NAMED[read(`${path}/comm`)] ?? 'engine'),
      worked: workedOf(path),
    }
  })

/** The threads of a process and of its children: PostgreSQL servers with one thread each, and ClickHouse engines. */
const threadsOf = (pid: number, started: readonly number[]): Thread[] => [
  ...tasksOf(pid, 'node'),
  ...started.flatMap(child => {
    const path = `/proc/${child}`
    return read(`${path}/comm`) === 'postgres'
      ? { path, kind: 'postgres' as const, worked: workedOf(path) }
      : tasksOf(child, 'calls')
  }),
]

/** Measures CPU time from the call on. The time of threads and servers that end meanwhile is lost. */
export const openMeter = async (pid: number): Promise<() => Promise<Spent>> => {
  const before = new Map(threadsOf(pid, await startedBy(pid)).map(({ path, worked }) => [path, worked]))
  return async () => {
    const spent: Spent = { node: 0, v8: 0, calls: 0, engine: 0, merges: 0, postgres: 0 }
    for (const { path, kind, worked } of threadsOf(pid, await startedBy(pid)))
      spent[kind] += Math.max(0, worked - (before.get(path) ?? 0)) / 1_000
    return spent
  }
}

export const sumOf = (spent: Spent): number => Object.values(spent).reduce((sum, us) => sum + us, 0)

/** Table cells: CPU time of each kind of thread and their sum, in µs divided by `per`. */
export const spentCells = (spent: Spent, per: number, digits: number): string[] =>
  [...Object.keys(KINDS).map(kind => spent[kind as Kind]), sumOf(spent)].map(us => (us / per).toFixed(digits))

/** The cells of `spentCells` as table rows, with one column for each measurement. */
export const spentRows = (columns: { spent: Spent; per: number }[], digits: number): string[] => {
  const cells = columns.map(({ spent, per }) => spentCells(spent, per, digits))
  return [...Object.values(KINDS), 'all'].map((name, at) => row(name, ...cells.map(own => own[at] ?? '')))
}
