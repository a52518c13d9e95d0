/** The processes of a grown deployment, each with its own stores, with the log in Kafka. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/free-port.ts'
import { openPostgres } from '../../stores/postgres.ts'
import type { Broker } from '../testing/kafka/broker.ts'
import { openProcesses, type Service } from '../testing/processes.ts'

export type Deployment = Awaited<ReturnType<typeof deploy>>

/** The ClickHouse engine runs as a separate process in place of a server. */
export const deploy = async (broker: Broker, topic: string) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  const postgres = await openPostgres({ dataDir })
  const port = await freePort()
  const log = broker.url(topic)
  const processes = openProcesses({
    DATABASE_URL: postgres.url,
    CLICKHOUSE_URL: `http://owner:token@127.0.0.1:${port}`,
    LOG_URL: log,
    CANARY_SECONDS: '0',
    DRAIN_SECONDS: '0',
    RATE_LIMIT_EVENTS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  })
  const engine = await processes.startClickHouse(dataDir, port, 'token')
  await once(processes.launch('infra/app/commands/migrate.ts', [], {}), 'exit')
  return {
    processes,
    log,
    enginePid: engine.pid ?? 0,
    postgresPid: Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
    close: async () => {
      await processes.close()
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const lagOf = async (service: Service): Promise<number> => {
  const lags = [...(await service.metrics()).matchAll(/^projector_lag_events\{partition="\d+"\} (\d+)/gm)]
  return lags.length === 0 ? Number.POSITIVE_INFINITY : lags.reduce((sum, [, lag]) => sum + Number(lag), 0)
}
