/** What an installation runs out of slowly: room, the age of its backup, the time of its certificate, and its clocks. Null: not known, or not ours. */
import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { ClickHouseClient } from '@clickhouse/client'
import { within } from '../platform/timing.ts'
import type { Sql } from './postgres.ts'

/** Of the directory's disk, the part that is free. */
export const freeShareOf = async (directory: string): Promise<number> => {
  const { bavail, blocks } = await statfs(directory)
  return bavail / blocks
}

/** Of the store's fullest disk. */
export const freeShareOfStore = async (client: ClickHouseClient): Promise<number> => {
  const answer = await client.query({
    query:
      'SELECT toFloat64(free_space) AS free, toFloat64(total_space) AS total FROM system.disks WHERE total > 0',
    format: 'JSONEachRow',
  })
  const disks = await answer.json<{ free: number; total: number }>()
  if (disks.length === 0) throw new Error('ClickHouse names no disk.')
  return Math.min(...disks.map(({ free, total }) => free / total))
}

/** Seconds; null where there was never a backup. */
export const backupAge = async (sql: Sql): Promise<number | null> => {
  const [row] = await sql<{ seconds: number }[]>`
    SELECT extract(epoch FROM now() - made_at)::float8 AS seconds FROM backups`
  return row?.seconds ?? null
}

/** Seconds that the clock of this process is ahead of PostgreSQL's. */
export const clockSkew = async (sql: Sql): Promise<number> => {
  const asked = Date.now()
  const [row] = await sql<
    { seconds: number }[]
  >`SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds`
  // It answers half-way between.
  return (asked + Date.now()) / 2_000 - (row?.seconds ?? Number.NaN)
}

const ANSWER_WITHIN_MS = 3_000

/** When the site's certificate is over, as a visitor is shown it; null where the site is not served over https. */
export const certificateEnd = async (siteUrl: string | undefined): Promise<Date | null> => {
  if (!siteUrl?.startsWith('https:')) return null
  const { hostname, port } = new URL(siteUrl)
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // One that is over, or not to be trusted, is looked at all the same.
    rejectUnauthorized: false,
  })
  try {
    const shown = new Promise<string>((resolve, reject) => {
      socket.once('secureConnect', () => resolve(socket.getPeerCertificate().valid_to)).once('error', reject)
    })
    return new Date(await within(ANSWER_WITHIN_MS, shown))
  } finally {
    socket.destroy()
  }
}
