/** The number of rows that the engine reports as read for each query. It is the same on every machine. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClickHouseClient } from '@clickhouse/client'

export type Read = { query: string; rows: number }

type Asked = Parameters<ClickHouseClient['query']>[0]
type Statistics = { rows_read: number }

const counted = new AsyncLocalStorage<Read[]>()

/** Resolves with the reads of `work` through a client of `countingReads`, without those of background jobs. */
export const readsOf = async (work: () => Promise<unknown>): Promise<Read[]> => {
  const reads: Read[] = []
  await counted.run(reads, work)
  return reads
}

/** A client that forwards each query and reports the rows that it read. */
export const countingReads = (client: ClickHouseClient): ClickHouseClient => {
  const query = async (asked: Asked) => {
    if (asked.format !== 'JSONEachRow') throw new Error(`Reads in ${asked.format} are not counted yet.`)
    const answer = await client.query({ ...asked, format: 'JSON' })
    const { data, statistics } = await answer.json<unknown>()
    counted.getStore()?.push({ query: asked.query, rows: (statistics as Statistics).rows_read })
    return { json: async () => data }
  }
  return Object.assign(Object.create(client), { query })
}
