/** A projector in its own process, which the test kills or which kills itself at a set point. */

import type { ClickHouseClient } from '@clickhouse/client'
import { runGenerations } from '@firsttouch/projector/generations/generations'
import { withoutRest } from '@firsttouch/projector/testing/without-rest'
import type { Log } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { openPostgres, type Sql } from '../../stores/postgres.ts'

export type ProjectorEnv = {
  RECORDS_URL: string
  LOG_URL: string
  DATA_DIR: string
  /** Address of an engine in another process. Absent: an embedded engine over DATA_DIR. */
  CLICKHOUSE_URL?: string
  MAX_BATCH?: string
  /** Kills itself instead of the n-th write to a store. Counting starts with the first batch. */
  DIE_AT_WRITE?: string
  /** Kills itself when the n-th batch is in the engine but not committed in the log. */
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

/** Reports and counts only the projector's consumer group. Other groups read the log too. */
const dyingLog = (log: Log): Log => {
  const batchDone = countdown(options.DIE_AFTER_BATCH)
  return {
    ...log,
    consume: (group, handle, consuming) => {
      if (!group.startsWith('projector-')) return log.consume(group, handle, consuming)
      return log.consume(
        group,
        async batch => {
          hasBatch = true
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

let hasBatch = false
/** One counter for all clients, because refreshes run in parallel. */
const countWrite = countdown(options.DIE_AT_WRITE)
const write = () => {
  if (hasBatch) countWrite()
}

const dyingClient = (client: ClickHouseClient): ClickHouseClient => {
  return Object.assign(Object.create(client), {
    insert: (parameters: Parameters<ClickHouseClient['insert']>[0]) => {
      write()
      return client.insert(parameters)
    },
    command: (parameters: Parameters<ClickHouseClient['command']>[0]) => {
      write()
      return client.command(parameters)
    },
  })
}

/** Counts a transaction as two writes: before it begins and after its commit. */
const dyingSql = (sql: Sql): Sql =>
  Object.assign(sql, {
    begin: new Proxy(sql.begin, {
      apply: async (begin, self, words) => {
        write()
        const done = await Reflect.apply(begin, self, words)
        write()
        return done
      },
    }),
  })

const clickhouse = await openClickHouse({ url: options.CLICKHOUSE_URL, dataDir: DATA_DIR })
const records = await openPostgres({ url: RECORDS_URL, dataDir: DATA_DIR })
const log = await openLog(LOG_URL)
const stop = new AbortController()
process.on('SIGTERM', () => stop.abort())
say('ready')
await runGenerations({
  log: dyingLog(log),
  clickhouse: { client: () => dyingClient(clickhouse.client()) },
  sql: dyingSql(records.sql),
  signal: stop.signal,
  onError: error => console.error(error),
  resting: withoutRest,
})
await log.close()
await records.close()
await clickhouse.close()
