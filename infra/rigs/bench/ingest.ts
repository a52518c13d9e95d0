/**
 * Ingest compared with servers that only read the same bodies, or read and parse them. Rounds are interleaved and ratios paired by round.
 */

import { cpuOf } from '../testing/cpu-time.ts'
import { untilIdle } from './idle.ts'
import { atRate, median, saturate } from './load/load.ts'
import { bodiesOf, SHAPES, singleBodies } from './load/request-bodies.ts'
import { row, type Table } from './table.ts'

/** The first two contenders are the baselines. `pid` is the process that answers. */
export type Contender = { name: string; url: string; pid: number }

const CONNECTIONS = 50

export const benchIngest = async (
  contenders: Contender[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Table> => {
  const rows: string[] = []
  for (const shape of SHAPES) {
    const { name, path, size } = shape
    const rates = contenders.map(() => [] as number[])
    const slowest = contenders.map(() => [] as number[])
    const work = contenders.map(() => [] as number[])
    let errors = 0
    let busy = 0
    for (let round = 0; round < rounds; round++)
      for (const [i, { url, pid }] of contenders.entries()) {
        const bodies = bodiesOf(shape)
        if (!(await untilIdle())) busy++
        const before = await cpuOf(pid)
        const result = await saturate(`${url}${path}`, bodies, CONNECTIONS, seconds)
        work[i]?.push(((await cpuOf(pid)) - before) / result.requests / size)
        slowest[i]?.push(result.p99)
        rates[i]?.push(result.requestsPerSecond * size)
        errors += result.errors
      }
    const ratio = (mine: number[], yardstick: number) =>
      median(mine.map((rate, round) => rate / (rates[yardstick]?.[round] ?? Number.NaN))).toFixed(2)
    for (const [i, contender] of contenders.entries()) {
      const mine = rates[i] ?? []
      const [p99, cpu] = [median(slowest[i] ?? []).toFixed(1), median(work[i] ?? []).toFixed(1)]
      rows.push(row(`${name}, ${contender.name}`, median(mine), ratio(mine, 0), ratio(mine, 1), p99, cpu))
    }
    if (errors > 0) rows.push(row(`${name}: answers other than 2xx`, errors, '', '', '', ''))
    if (busy > 0) rows.push(row(`${name}: runs that started on a busy machine`, busy, '', '', '', ''))
  }
  return {
    title: `Ingest: events/s over ${CONNECTIONS} connections, answered after the durable append`,
    head: [
      '',
      'events/s',
      'ratio to reading only',
      'ratio to reading and parsing',
      'p99, ms',
      'CPU, µs an event',
    ],
    rows,
  }
}

export const benchLatency = async (
  contenders: Contender[],
  rates: number[],
  seconds: number,
): Promise<Table> => {
  const rows: string[] = []
  for (const rate of rates)
    for (const { name, url } of contenders) {
      await untilIdle()
      const { p50, p99, errors } = await atRate(
        `${url}/api/analytics/visit`,
        singleBodies(rate * seconds),
        rate,
        seconds,
      )
      rows.push(
        row(`${rate.toLocaleString('en-GB')} events/s, ${name}`, p50.toFixed(1), p99.toFixed(1), errors),
      )
    }
  return {
    title: 'Latency of single events at a fixed rate, from the moment each was due, ms',
    head: ['', 'p50', 'p99', 'errors'],
    rows,
  }
}
