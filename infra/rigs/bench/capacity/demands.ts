import { setTimeout as sleep } from 'node:timers/promises'
import { createTopic } from '../../../log/kafka/topic.ts'
import { openLog } from '../../../log/open-log.ts'
import { cpuOf } from '../../testing/cpu-time.ts'
import type { Broker } from '../../testing/kafka/broker.ts'
import type { Service } from '../../testing/processes.ts'
import { deploy, lagOf } from '../deployment.ts'
import { saturate } from '../load/load.ts'
import { bodiesOf, type Shape } from '../load/request-bodies.ts'
import { fillLog } from '../load/traffic.ts'

const CONNECTIONS = 50
const WARM_UP_SECONDS = 2

/** CPU time in µs per event. `rate`: events/s of all processes together. */
export type Taken = { ingest: number; log: number; load: number; rate: number }
export type Projected = { projector: number; log: number; clickhouse: number; postgres: number }

/** Costs at the highest rate of all `ingests` together. Load generator and broker run on the same cores. */
export const demandsOfIngest = async (
  services: Service[],
  broker: Broker,
  shape: Shape,
  seconds: number,
): Promise<Taken> => {
  const bodies = bodiesOf(shape)
  const load = (duration: number) =>
    Promise.all(
      services.map(({ url }) =>
        saturate(`${url}${shape.path}`, bodies, Math.ceil(CONNECTIONS / services.length), duration),
      ),
    )
  await load(WARM_UP_SECONDS)
  const work = () => Promise.all([broker.pid() ?? 0, ...services.map(({ pid }) => pid)].map(cpuOf))
  const before = await work()
  const results = await load(seconds)
  const [log = 0, ...own] = (await work()).map((now, i) => now - (before[i] ?? 0))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const events = sum(results.map(({ requests }) => requests)) * shape.size
  return {
    ingest: sum(own) / events,
    log: log / events,
    load: sum(results.map(({ cpuOfLoad, requests }) => cpuOfLoad * requests)) / events,
    rate: sum(results.map(({ requestsPerSecond }) => requestsPerSecond)) * shape.size,
  }
}

/** The costs of a projector that works through the log's backlog. */
export const demandsOfProjecting = async (broker: Broker, events: number): Promise<Projected> => {
  const deployment = await deploy(broker, 'bench.projected')
  try {
    const log = await openLog(deployment.log)
    await fillLog(log, events, 1)
    await log.close()
    const work = () =>
      Promise.all([broker.pid() ?? 0, deployment.enginePid, deployment.postgresPid].map(cpuOf))
    const before = await work()
    const projector = await deployment.processes.start('projector/main.ts')
    while ((await lagOf(projector)) > 0) await sleep(100)
    const own = await cpuOf(projector.pid)
    const [kafka = 0, clickhouse = 0, postgres = 0] = (await work()).map(
      (now, i) => (now - (before[i] ?? 0)) / events,
    )
    await projector.end('SIGTERM')
    return { projector: own / events, log: kafka, clickhouse, postgres }
  } finally {
    await deployment.close()
  }
}

export const ingestTopic = async (broker: Broker): Promise<string> => {
  const url = broker.url('bench.taken')
  await createTopic(url, { partitions: 12, replicationFactor: 1 })
  return url
}
