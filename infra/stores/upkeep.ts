/** Measures resources that run out slowly. A result of null means unknown or not applicable. */
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

/** Free share of ClickHouse's fullest disk. */
export const freeShareOfStore = async (client: ClickHouseClient): Promise<number> => {
  const disks = await selectRows<{ free: number; total: number }>(
    client,
    'SELECT toFloat64(free_space) AS free, toFloat64(total_space) AS total FROM system.disks',
  )
  // A disk without a size, such as an object store, never fills up.
  const sized = disks.filter(({ total }) => total > 0)
  if (sized.length === 0) throw new Error('ClickHouse names no disk.')
  return Math.min(...sized.map(({ free, total }) => free / total))
}

/** Age of the last backup in seconds. null if there was never a backup. */
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
  // Assume that PostgreSQL reads its clock half-way through the round trip.
  return (asked + Date.now()) / 2_000 - (row?.seconds ?? Number.NaN)
}

const ANSWER_WITHIN_MS = 3_000

/** null if the site is not served over https. */
export const certificateEnd = async (siteUrl: string | undefined): Promise<Date | null> => {
  if (!siteUrl?.startsWith('https:')) return null
  const { hostname, port } = new URL(siteUrl)
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // Accept an expired or untrusted certificate, because we only read its expiry date.
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
