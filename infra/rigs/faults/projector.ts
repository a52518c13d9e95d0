/** A projector in a process of its own, to be killed: at a moment that the test chooses, or by itself at a named point. */

import type { ClickHouseClient } from '@clickhouse/client'
import { runGenerations } from '@firsttouch/projector/generations/generations'
import { withoutRest } from '@firsttouch/projector/testing/without-rest'
import type { Log } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { openPostgres } from '../../stores/postgres.ts'

export type ProjectorEnv = {
  RECORDS_URL: string
  LOG_URL: string
  DATA_DIR: string
  MAX_BATCH?: string
  /** Kills itself instead of the n-th write to the engine. */
  DIE_AT_WRITE?: string
  /** Kills itself when the n-th batch is in the engine and the log has not moved on yet. */
  DIE_AFTER_BATCH?: string
}

const { RECORDS_URL = '', LOG_URL = '', DATA_DIR = '', ...options } = process.env
const maxBatch = Number(options.MAX_BATCH ?? 5_000)
const say = (line: string) => process.stdout.write(`${line}\n`)

const countdown = (from: string | undefined) => {
  let left = Number(from ?? Number.POSITIVE_INFINITY)
  return () => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
}

/** The accounting reads the log as well, as a group of its own: only what the projector does is told, and dies. */
/** Other groups read the log as well: only what the projector does is told, and dies. */
const dyingLog = (log: Log): Log => {
  const batchDone = countdown(options.DIE_AFTER_BATCH)
  return {
    ...log,
    consume: (group, handle, consuming) => {
      if (!group.startsWith('projector-')) return log.consume(group, handle, consuming)
      return log.consume(
        group,
        async batch => {
          say(`batch ${batch[0]?.partition} ${batch[0]?.offset} ${batch.length}`)
          await handle(batch)
          batchDone()
          say(`done ${batch[0]?.partition} ${(batch.at(-1)?.offset ?? -1) + 1}`)
        },
        {
          ...consuming,
          maxBatch,
          startAt: async partition => {
            const offset = (await consuming.startAt?.(partition)) ?? null
            say(`start ${partition} ${offset}`)
            return offset
          },
        },
      )
    },
  }
}

/** Of all clients together: refreshes go side by side. */
const write = countdown(options.DIE_AT_WRITE)

const dyingClient = (client: ClickHouseClient): ClickHouseClient => {
  return Object.assign(Object.create(client), {
    insert: (parameters: Parameters<ClickHouseClient['insert']>[0]) => {
      write()
      return client.insert(parameters)
    },
    command: (parameters: Parameters<ClickHouseClient['command']>[0]) => {
      if (/^\s*INSERT/.test(parameters.query)) write()
      return client.command(parameters)
    },
  })
}

const clickhouse = await openClickHouse({ dataDir: DATA_DIR })
const records = await openPostgres({ url: RECORDS_URL, dataDir: DATA_DIR })
const log = await openLog(LOG_URL)
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
say('ready')
await runGenerations({
  log: dyingLog(log),
  clickhouse: { client: () => dyingClient(clickhouse.client()) },
  sql: records.sql,
  signal: stop.signal,
  onError: error => console.error(error),
  resting: withoutRest,
})
await log.close()
await records.close()
await clickhouse.close()
