/** Predicts larger deployments than this machine can run, from costs measured on it. */
import { cpus } from 'node:os'
import type { Broker } from '../../testing/kafka/broker.ts'
import type { Service } from '../../testing/processes.ts'
import { SHAPES, type Shape } from '../load/request-bodies.ts'
import { row, type Table } from '../table.ts'
import { demandsOfIngest, demandsOfProjecting, ingestTopic, type Projected, type Taken } from './demands.ts'
import { bindsFirst, coresFor, type Demands, rateOf, waitP99 } from './model.ts'

const LARGEST_BATCH = 20
const SIZES = [1, 2, 4, 16, 64]
/** Cores that a prediction assumes for the services besides ingest. Twelve partitions allow twelve projectors. */
const BESIDE = { log: 12, projector: 12, clickhouse: 16 }
const PLACE_NAMES = { ingest: 'ingest', log: 'Kafka', projector: 'the projectors', clickhouse: 'ClickHouse' }

type Measured = { shape: Shape; one: Taken; two: Taken }

const us = (value: number): string => value.toFixed(1)

const costs = (measured: Measured[], projected: Projected): Table => ({
  title: 'What an event costs, µs of a core, log in Kafka',
  head: ['', 'ingest', 'Kafka', 'load generator', 'projector', 'ClickHouse', 'PostgreSQL'],
  rows: [
    ...measured.map(({ shape, one }) =>
      row(`accepting ${shape.name}`, us(one.ingest), us(one.log), us(one.load), '', '', ''),
    ),
    row(
      'projecting',
      '',
      us(projected.log),
      '',
      us(projected.projector),
      us(projected.clickhouse),
      us(projected.postgres),
    ),
  ],
})

/** Checks the model against a measurement. When the cores are the bottleneck, the sum of all costs limits the rate. */
const held = (measured: Measured[]): Table => ({
  title: `The model compared with this machine: ${cpus().length} cores for ingest, Kafka and the load generator`,
  head: ['', 'events/s predicted', 'events/s measured', 'measured / predicted'],
  rows: measured.flatMap(({ shape, one, two }) =>
    [one, two].map((taken, i) => {
      const together = (cpus().length * 1e6) / (taken.ingest + taken.log + taken.load)
      const reckoned = Math.min(together, ((i + 1) * 1e6) / taken.ingest)
      return row(`${shape.name}, ${i + 1} ingest`, reckoned, taken.rate, (taken.rate / reckoned).toFixed(2))
    }),
  ),
})

const prediction = ({ shape, one }: Measured, projected: Projected): Table => {
  const demands: Demands = {
    ingest: one.ingest,
    log: one.log + projected.log,
    projector: projected.projector,
    clickhouse: projected.clickhouse,
  }
  const rates = SIZES.map(ingest => rateOf(demands.ingest, ingest))
  const needs = (name: string, demand: number) => row(name, ...rates.map(rate => coresFor(demand, rate)))
  const bounds = SIZES.map(ingest => bindsFirst(demands, { ...BESIDE, ingest }))
  return {
    title: `Prediction for ${shape.name}: each ingest has a core at 70 % utilisation`,
    head: ['ingests', ...SIZES.map(String)],
    rows: [
      row('events/s that they accept', ...rates),
      // nginx assigns each request immediately, so each ingest has its own queue.
      row(
        'wait for a core in ingest, p99, ms',
        ...rates.map((rate, i) =>
          waitP99(demands.ingest * shape.size, 1, rate / shape.size / (SIZES[i] ?? 1)).toFixed(1),
        ),
      ),
      needs('cores that Kafka needs', demands.log),
      needs('projectors and partitions needed', demands.projector),
      needs('cores that ClickHouse needs', demands.clickhouse),
      row(
        `bottleneck with ${BESIDE.log} cores for Kafka, ${BESIDE.projector} projectors, ${BESIDE.clickhouse} cores for ClickHouse`,
        ...bounds.map(({ place }) => PLACE_NAMES[place]),
      ),
      row('events/s at the bottleneck', ...bounds.map(({ rate }) => rate)),
    ],
  }
}

type Size = { seconds: number; events: number }

export const benchCapacity = async (
  broker: Broker,
  startIngest: (log: string) => Promise<Service>,
  { seconds, events }: Size,
): Promise<Table[]> => {
  const topic = await ingestTopic(broker)
  const [first, second] = [await startIngest(topic), await startIngest(topic)]
  const measured: Measured[] = []
  for (const shape of SHAPES.filter(({ size }) => size <= LARGEST_BATCH))
    measured.push({
      shape,
      one: await demandsOfIngest([first], broker, shape, seconds),
      two: await demandsOfIngest([first, second], broker, shape, seconds),
    })
  const projected = await demandsOfProjecting(broker, events)
  return [costs(measured, projected), held(measured), ...measured.map(each => prediction(each, projected))]
}
