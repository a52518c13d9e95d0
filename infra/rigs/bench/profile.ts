/** Whose code ingest's main thread works in while it is saturated: V8's samples, by who wrote what is on top of the stack. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from '../testing/processes.ts'
import { cpuOf } from './cpu/processes.ts'
import { saturate } from './load/load.ts'
import { bodiesOf, SHAPES, type Shape } from './load/request-bodies.ts'
import { row, type Table } from './table.ts'

type Call = { functionName: string; url: string }
/** As `--cpu-prof` writes it; times in µs of the machine's monotonic clock. */
type Profile = {
  nodes: { id: number; callFrame: Call; children?: number[] }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

const NATIVE = 'the kernel and libuv, called by no function'
const IDLE = 'idle'
/** Names that V8 gives where there is no function. */
const NO_FUNCTION = new Map([
  ['(root)', NATIVE],
  ['(program)', NATIVE],
  ['(idle)', IDLE],
  ['(garbage collector)', 'garbage collection'],
])
const NODE = 'Node’s HTTP server and other modules'
export const OURS = 'Firsttouch'

/** What the engine itself does, as in JSON.parse, is the work of the `caller`. */
export const ownerOf = ({ functionName, url }: Call, caller: string): string => {
  if (url === '') return NO_FUNCTION.get(functionName) ?? caller
  if (url.startsWith('node:')) return NODE
  return [...url.matchAll(/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/g)].at(-1)?.[1] ?? OURS
}

/** µs by owner, of the samples taken from `from` until `to`. */
export const byOwner = ({ nodes, startTime, samples, timeDeltas }: Profile, from: number, to: number) => {
  const owners = new Map<number, string>()
  const byId = new Map(nodes.map(node => [node.id, node]))
  const name = (id: number, caller: string): void => {
    const node = byId.get(id)
    if (!node) return
    const owner = ownerOf(node.callFrame, caller)
    owners.set(id, owner)
    for (const child of node.children ?? []) name(child, owner)
  }
  name(nodes[0]?.id ?? 0, NATIVE)
  const spent = new Map<string, number>()
  let at = startTime
  for (const [i, id] of samples.entries()) {
    const took = timeDeltas[i] ?? 0
    at += took
    const owner = owners.get(id) ?? NATIVE
    if (at > from && at <= to) spent.set(owner, (spent.get(owner) ?? 0) + took)
  }
  return spent
}

const CONNECTIONS = 50
const now = () => Number(process.hrtime.bigint() / 1_000n)

type Profiled = { folder: string; start: (env: Record<string, string>) => Promise<Service> }

type Measured = { shape: Shape; events: number; spent: Map<string, number>; cpu: number }

/** `start` starts ingest; what it writes when it ends comes into `folder`. */
export const benchProfile = async (
  name: string,
  { folder, start }: Profiled,
  { seconds }: { seconds: number },
): Promise<Table> => {
  const measured: Measured[] = []
  for (const shape of SHAPES) {
    const own = join(folder, String(measured.length))
    const service = await start({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${own}` })
    const load = () => saturate(`${service.url}${shape.path}`, bodiesOf(shape), CONNECTIONS, seconds)
    await load()
    const [from, before] = [now(), await cpuOf(service.pid)]
    const { requests } = await load()
    const [to, cpu] = [now(), (await cpuOf(service.pid)) - before]
    await service.end('SIGTERM')
    const [file] = await readdir(own)
    const profile: Profile = JSON.parse(await readFile(join(own, file ?? ''), 'utf8'))
    const spent = byOwner(profile, from, to)
    spent.delete(IDLE)
    measured.push({ shape, events: requests * shape.size, spent, cpu })
  }
  const main = (spent: Map<string, number>) => [...spent.values()].reduce((sum, us) => sum + us, 0)
  const owners = new Set(measured.flatMap(({ spent }) => [...spent.keys()]))
  const [first] = measured
  const sorted = [...owners].toSorted((a, b) => (first?.spent.get(b) ?? 0) - (first?.spent.get(a) ?? 0))
  const cells = (of: (one: Measured) => number) => measured.map(one => (of(one) / one.events).toFixed(2))
  return {
    title: `${name}: whose code its main thread works in, µs an event, saturated by ${CONNECTIONS} connections`,
    head: ['', ...measured.map(({ shape }) => shape.name)],
    rows: [
      ...sorted.map(owner => row(owner, ...cells(({ spent }) => spent.get(owner) ?? 0))),
      row('all of the main thread', ...cells(({ spent }) => main(spent))),
      row('all of the process, with the profile’s own cost', ...cells(({ cpu }) => cpu)),
    ],
  }
}
