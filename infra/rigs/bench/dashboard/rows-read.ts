/** The number of rows that the engine reports as read for each query. It is the same on every machine. */
import type { ClickHouseClient } from '@clickhouse/client'

export type Read = { query: string; rows: number }

type Asked = Parameters<ClickHouseClient['query']>[0]
type Statistics = { rows_read: number }

/** A client that forwards each query and notes the rows that it read in `reads`. */
export const countingReads = (client: ClickHouseClient, reads: Read[]): ClickHouseClient => {
  const query = async (asked: Asked) => {
    if (asked.format !== 'JSONEachRow') throw new Error(`Reads in ${asked.format} are not counted yet.`)
    const answer = await client.query({ ...asked, format: 'JSON' })
    const { data, statistics } = await answer.json<unknown>()
    reads.push({ query: asked.query, rows: (statistics as Statistics).rows_read })
    return { json: async () => data }
  }
  return Object.assign(Object.create(client), { query })
}
