/** Kafka's own producer benchmark: the yardstick for ours, on the same broker with records of the same size. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brokerAvailable } from './jars.ts'

const run = promisify(execFile)

type Load = { records: number; recordBytes: number }
export type ProducerPerf = { recordsPerSecond: number; p50Ms: number; p99Ms: number }

/** `kafka-producer-perf-test` with acks=all and its own defaults otherwise, as fast as it can. */
export const producerPerf = async (
  broker: { port: number },
  topic: string,
  { records, recordBytes }: Load,
): Promise<ProducerPerf> => {
  const found = await brokerAvailable()
  if (!found.available) throw new Error(`No Kafka broker: ${found.reason}`)
  const load = ['--num-records', String(records), '--record-size', String(recordBytes), '--throughput', '-1']
  const properties = ['--command-property', `bootstrap.servers=127.0.0.1:${broker.port}`, 'acks=all']
  const { stdout } = await run('java', [
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
    '-cp',
    join(found.jars, '*'),
    'org.apache.kafka.tools.ProducerPerformance',
    ...['--topic', topic, ...load, ...properties],
  ])
  const summary = stdout.trim().split('\n').at(-1) ?? ''
  const [, rate] = / ([\d.]+) records\/sec/.exec(summary) ?? []
  const [, p50, p99] = /(\d+) ms 50th, .* (\d+) ms 99th/.exec(summary) ?? []
  if (!rate) throw new Error(`Kafka's benchmark said nothing of a rate: ${summary}`)
  return { recordsPerSecond: Number(rate), p50Ms: Number(p50), p99Ms: Number(p99) }
}
