/** Measures resources that run out slowly: disk space, age of the backup, certificate lifetime and clock skew. null: unknown or not applicable. */
import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { ClickHouseClient } from '@clickhouse/client'
import { within } from '../platform/timing.ts'
import type { Sql } from './postgres.ts'
import { selectRows } from './rows.ts'

export const freeShare = async (directory: string): Promise<number> => {
  const { bavail, blocks } = await statfs(directory)
  return bavail / blocks
}

/** Free share of the store's fullest disk. */
export const freeShareOfStore = async (client: ClickHouseClient): Promise<number> => {
  const disks = await selectRows<{ free: number; total: number }>(
    client,
    'SELECT toFloat64(free_space) AS free, toFloat64(total_space) AS total FROM system.disks WHERE total > 0',
  )
  if (disks.length === 0) throw new Error('ClickHouse names no disk.')
  return Math.min(...disks.map(({ free, total }) => free / total))
}

/** Seconds. null when there was never a backup. */
export const backupAge = async (sql: Sql): Promise<number | null> => {
  const [row] = await sql<{ seconds: number }[]>`
    SELECT extract(epoch FROM now() - made_at)::float8 AS seconds FROM backups`
  return row?.seconds ?? null
}

/** Seconds by which this process's clock is ahead of PostgreSQL's. */
export const clockSkew = async (sql: Sql): Promise<number> => {
  const asked = Date.now()
  const [row] = await sql<
    { seconds: number }[]
  >`SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds`
  // Assumes that PostgreSQL answers half-way through the round trip.
  return (asked + Date.now()) / 2_000 - (row?.seconds ?? Number.NaN)
}

const ANSWER_WITHIN_MS = 3_000

/** End of the certificate that visitors see. null when the site is not served over https. */
export const certificateEnd = async (siteUrl: string | undefined): Promise<Date | null> => {
  if (!siteUrl?.startsWith('https:')) return null
  const { hostname, port } = new URL(siteUrl)
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // An expired or untrusted certificate is read, too.
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
