/** Start time and memory of each process, at rest and at work, on a real Kafka. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openLog } from '../../log/open-log.ts'
import type { Broker } from '../testing/kafka/broker.ts'
import type { Service } from '../testing/processes.ts'
import { type Deployment, deploy, lagOf } from './deployment.ts'
import { saturate } from './load/load.ts'
import { batchBodies, singleBodies } from './load/request-bodies.ts'
import { fillLog } from './load/traffic.ts'
import { residentMegabytes } from './resident.ts'
import { row, type Table } from './table.ts'

/** Heap limits of docker-compose.yml in megabytes. */
const HEAPS: Record<string, number> = {
  'ingest/main.ts': 160,
  'projector/main.ts': 224,
  'api/main.ts': 192,
  'infra/app/site/main.ts': 128,
}
const CONNECTIONS = 100

type Size = { seconds: number; events: number }

/** `work` returns the megabytes of memory that the process held during the work. */
const measure = async (
  { processes }: Deployment,
  script: string,
  work: (service: Service) => Promise<number | string> = async () => '',
): Promise<string> => {
  const began = performance.now()
  const heap = { NODE_OPTIONS: `--max-old-space-size=${HEAPS[script]}` }
  const service = await processes.start(script, heap)
  const ms = performance.now() - began
  const rest = await residentMegabytes(service.pid)
  const atWork = await work(service)
  await service.end('SIGTERM')
  return row(script, ms, rest, atWork)
}

const underLoad =
  (seconds: number) =>
  async ({ url, pid }: Service): Promise<number> => {
    await saturate(`${url}/api/analytics/visit`, singleBodies(10_000), CONNECTIONS, seconds)
    await saturate(`${url}/api/analytics/batch`, batchBodies(1_000, 20), CONNECTIONS, seconds)
    return residentMegabytes(pid)
  }

/** Peak memory in megabytes until the projector has caught up. */
const catchingUp = async (service: Service): Promise<number> => {
  let most = 0
  while ((await lagOf(service)) > 0) {
    most = Math.max(most, await residentMegabytes(service.pid))
    await sleep(100)
  }
  return most
}

export const benchProcesses = async (broker: Broker, { seconds, events }: Size): Promise<Table> => {
  const deployment = await deploy(broker, 'bench.processes')
  try {
    const log = await openLog(deployment.log)
    await fillLog(log, events, 1)
    await log.close()
    const rows = [
      await measure(deployment, 'projector/main.ts', catchingUp),
      row('the ClickHouse engine’s process', '', '', await residentMegabytes(deployment.enginePid)),
      await measure(deployment, 'ingest/main.ts', underLoad(seconds)),
      await measure(deployment, 'api/main.ts'),
      await measure(deployment, 'infra/app/site/main.ts'),
    ]
    return {
      title: 'Separate processes: start and memory, log in Kafka, heap limits of docker-compose.yml',
      head: ['', 'start to ready, ms', 'MB at rest', 'MB at work'],
      rows,
    }
  } finally {
    await deployment.close()
  }
}
