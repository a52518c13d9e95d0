/** Memory of the whole system, at rest and under a steady load of new sessions. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../testing/processes.ts'
import { logIn } from '../testing/system.ts'
import { atRate } from './load/load.ts'
import { sessionBodies } from './load/request-bodies.ts'
import { accountsOf, settled } from './load/settled.ts'
import { type Held, memoryOf } from './resident.ts'
import { row, type Table } from './table.ts'

const BATCH = 10
const SLICE_S = 10
const REST_MS = 30_000

type Size = { rate: number; minutes: number }

export const loadFor = async (url: string, rate: number, ms: number): Promise<void> => {
  const end = Date.now() + ms
  while (Date.now() < end) {
    const bodies = sessionBodies((rate / BATCH) * SLICE_S, BATCH, Date.now(), (1_000 * BATCH) / rate)
    const { errors } = await atRate(`${url}/api/analytics/batch`, bodies, rate / BATCH, SLICE_S)
    if (errors > 0) throw new Error(`${errors} of the requests failed.`)
  }
}

/** `bare`: a process that has both stores open and does nothing. */
export const benchMemory = async (
  bare: { pid: number },
  { url, pid, metrics }: Service,
  { rate, minutes }: Size,
): Promise<Table> => {
  const cookie = await logIn(url)
  const accounts = accountsOf(url, cookie)
  const line = async (name: string) => {
    const [held, said] = await Promise.all([memoryOf(pid), metrics()])
    return rowOf(name, held, heapIn(said), (await accounts()).inFlight ?? 0)
  }
  await sleep(REST_MS)
  const rows = [rowOf('the stores alone', await memoryOf(bare.pid), '', 0), await line('at rest')]
  for (const half of [1, 2]) {
    await loadFor(url, rate, (minutes * 60_000) / 2)
    rows.push(await line(`after ${(half * minutes) / 2} minutes`))
  }
  // Fail the benchmark if events were lost or counted twice.
  await settled(accounts)
  rows.push(await line('after all was projected'))
  return {
    title: `Memory of the whole system at ${rate.toLocaleString('en-GB')} events/s of new sessions, MB`,
    head: [
      ...['', 'main process', 'its program files', 'its V8 heap'],
      ...['PostgreSQL and engines', 'all', 'events not yet projected'],
    ],
    rows,
  }
}

/** Megabytes of V8's heap, used and reserved. */
const heapIn = (metrics: string): number =>
  Number(/^nodejs_heap_size_total_bytes (\d+)/m.exec(metrics)?.[1]) / 1024 ** 2

/** `heap` is empty for a process without that metric. */
const rowOf = (name: string, { process, files, children }: Held, heap: number | '', behind: number): string =>
  row(name, process, files, heap, children, process + children, behind)
