/** Appends to the log in Kafka beside Kafka's own producer benchmark, in turns. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createTopic } from '../../log/kafka/kafka.ts'
import type { LogEntry } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { startBroker } from '../testing/kafka/broker.ts'
import { producerPerf } from '../testing/kafka/perf.ts'
import { median } from './load.ts'
import { row, type Table } from './table.ts'

const ENTRY_BYTES = 600
const CASES = [1, 20, 100].flatMap(entries => [50, 200].map(inFlight => ({ entries, inFlight })))

type Result = { rate: number; micros: number; p50: number; p99: number }

const entriesOf = (count: number): LogEntry[] =>
  Array.from({ length: count }, (_, i) => {
    const key = `utm_${Date.now()}_${i.toString(36)}`
    return { key, value: 'x'.repeat(ENTRY_BYTES - key.length) }
  })

/** So many callers, each of whom appends again when it was answered. */
const appendFor = async (
  url: string,
  { entries, inFlight }: (typeof CASES)[number],
  seconds: number,
): Promise<Result> => {
  const log = await openLog(url)
  const waits: number[] = []
  let measuring = false
  let running = true
  const callers = Array.from({ length: inFlight }, async () => {
    const mine = entriesOf(entries)
    while (running) {
      const began = performance.now()
      await log.append(mine)
      if (measuring) waits.push(performance.now() - began)
    }
  })
  await sleep(500)
  measuring = true
  const began = performance.now()
  const cpu = process.cpuUsage()
  await sleep(seconds * 1_000)
  const used = process.cpuUsage(cpu)
  const took = (performance.now() - began) / 1_000
  measuring = running = false
  const appended = waits.length * entries
  await Promise.all(callers)
  await log.close()
  waits.sort((a, b) => a - b)
  const share = (part: number) => waits[Math.floor(waits.length * part)] ?? 0
  return {
    rate: appended / took,
    micros: (used.user + used.system) / appended,
    p50: share(0.5),
    p99: share(0.99),
  }
}

export const benchKafka = async (rounds: number, seconds: number): Promise<Table> => {
  const broker = await startBroker()
  try {
    const url = broker.url('bench')
    await createTopic(url, { partitions: 4, replicationFactor: 1 })
    const perf: number[] = []
    const results = CASES.map((): Result[] => [])
    for (let round = 0; round < rounds; round += 1) {
      const load = { records: 200_000, recordBytes: ENTRY_BYTES }
      perf.push((await producerPerf(broker, 'bench', load)).recordsPerSecond)
      for (const [i, each] of CASES.entries()) results[i]?.push(await appendFor(url, each, seconds))
    }
    return tableOf(perf, results)
  } finally {
    await broker.close()
  }
}

const tableOf = (perf: number[], results: Result[][]): Table => ({
  title: `The log in Kafka: entries/s of ${ENTRY_BYTES} bytes at acks=all; kafka-producer-perf-test: ${Math.round(median(perf)).toLocaleString('en-GB')} records/s`,
  head: [
    'entries an append',
    'in flight',
    'entries/s',
    'of perf-test',
    'CPU µs an entry',
    'p50 ms',
    'p99 ms',
  ],
  rows: CASES.map(({ entries, inFlight }, i) => {
    const of = (pick: (result: Result) => number) => median(results[i]?.map(pick) ?? [])
    const ratio = median(results[i]?.map((result, round) => result.rate / (perf[round] ?? 1)) ?? [])
    const fine = [
      ratio.toFixed(2),
      ...[of(r => r.micros), of(r => r.p50), of(r => r.p99)].map(n => n.toFixed(1)),
    ]
    return row(
      entries,
      inFlight,
      of(r => r.rate),
      ...fine,
    )
  }),
})
