/** Resources that run out slowly: their measurement and their metrics. */
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { ClickHouseClient } from '@clickhouse/client'
import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { passTime } from '../rigs/testing/pass-time.ts'
import { makeCertificate } from '../rigs/testing/servers/certificate.ts'
import { serve } from '../rigs/testing/servers/serve.ts'
import { putClockBack } from '../rigs/testing/shifted-clock.ts'
import { openTestClickHouse, openTestPostgres } from '../rigs/testing/stores.ts'
import { backupAge, certificateEnd, clockSkew, freeShare, freeShareOfStore } from './upkeep.ts'
import { upkeepMetrics } from './upkeep-metrics.ts'

const DAY_S = 86_400
afterEach(() => void vi.useRealTimers())

/** A store with these disks: free and total bytes of each. */
const withDisks = (...disks: [free: number, total: number][]) =>
  ({
    query: async () => ({ json: async () => disks.map(([free, total]) => ({ free, total })) }),
  }) as unknown as ClickHouseClient

/** A site whose certificate is valid for this many days. */
const siteOf = async (days: number) => {
  const { certificate, key } = makeCertificate(days)
  return serve((_, answer) => answer.end(), { cert: certificate, key })
}

test('the free share is measured on the directory’s disk, and on the store’s fullest disk', async () => {
  const { bavail, blocks } = await statfs('/')
  expect(await freeShare('/')).toBeCloseTo(bavail / blocks, 1)
  expect(await freeShareOfStore(withDisks([50, 100], [20, 100], [900, 1_000], [0, 0]))).toBe(0.2)
  await expect(freeShareOfStore(withDisks([0, 0]))).rejects.toThrow('ClickHouse names no disk.')
  const { client } = await openTestClickHouse()
  const one = await statfs(tmpdir())
  expect(await freeShareOfStore(client)).toBeCloseTo(one.bavail / one.blocks, 1)
})

test('the age of a backup comes from its row, and is absent without a backup', async () => {
  const { sql } = await openTestPostgres()
  expect(await backupAge(sql)).toBeNull()
  await sql`INSERT INTO backups (made_at) VALUES (now() - interval '2 days')`
  const age = (await backupAge(sql)) ?? 0
  expect([age >= 2 * DAY_S, age < 2.5 * DAY_S]).toEqual([true, true])
})

test('the expiry of a certificate is read, even if it has expired, and is absent without https', async () => {
  const left = async (days: number) =>
    ((await certificateEnd(`https://localhost:${(await siteOf(days)).port}`))?.getTime() ?? 0) / 1000 -
    Date.now() / 1000
  expect(Math.abs((await left(3)) - 3 * DAY_S)).toBeLessThan(DAY_S / 2)
  expect(Math.abs((await left(-0.5)) + DAY_S / 2)).toBeLessThan(DAY_S / 4)
  const { port } = await siteOf(1)
  expect(await certificateEnd(`http://127.0.0.1:${port}`)).toBeNull()
  expect(await certificateEnd(undefined)).toBeNull()
  const closed = await serve((_, answer) => answer.end())
  await expect(certificateEnd(`https://localhost:${closed.port}`)).rejects.toThrow()
})

const openMetrics = async (changed: Partial<Parameters<typeof upkeepMetrics>[1]['env']> = {}) => {
  const { sql } = await openTestPostgres()
  const registry = new Registry()
  const env = {
    ...{ DATA_DIR: '/', DATABASE_URL: undefined, SITE_URL: undefined, BACKUP_WITHIN_HOURS: 0 },
    ...changed,
  }
  upkeepMetrics(registry, { sql, clickhouse: withDisks([20, 100]), env })
  const values = async () => {
    const found = await registry.getMetricsAsJSON()
    const all = found.flatMap(({ name, values }) =>
      values.map(({ labels, value }) => [[name, labels.store].filter(Boolean).join(' '), value] as const),
    )
    return Object.fromEntries(all)
  }
  return { sql, values }
}

test('unknown values have no metric, and the data directory counts only if it has PostgreSQL', async () => {
  const clock_skew_seconds = expect.closeTo(0, 0)
  expect(await (await openMetrics()).values()).toEqual({
    clock_skew_seconds,
    'storage_free_ratio clickhouse': 0.2,
    'storage_free_ratio data': expect.any(Number),
  })
  expect(await (await openMetrics({ DATABASE_URL: 'postgres://elsewhere/a' })).values()).toEqual({
    clock_skew_seconds,
    'storage_free_ratio clickhouse': 0.2,
  })
  const { sql, values } = await openMetrics({ BACKUP_WITHIN_HOURS: 30 })
  await sql`INSERT INTO backups (made_at) VALUES (now() - interval '1 day')`
  expect(await values()).toMatchObject({
    backup_within_seconds: 30 * 3_600,
    backup_age_seconds: expect.any(Number),
  })
  await sql`DELETE FROM backups`
  expect(await values()).not.toHaveProperty('backup_age_seconds')
})

test('the site’s certificate is read once a minute, and its remaining time falls in between', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { certificate, key } = makeCertificate(3)
  let looks = 0
  const { port, server } = await serve((_, answer) => answer.end(), { cert: certificate, key })
  server.on('connection', () => (looks += 1))
  const { values } = await openMetrics({ SITE_URL: `https://localhost:${port}` })
  const left = async () => (await values()).certificate_seconds_left ?? 0
  const first = await left()
  passTime(50_000)
  expect([await left(), looks]).toEqual([expect.closeTo(first - 50, 3), 1])
  passTime(10_000)
  expect([await left(), looks]).toEqual([expect.closeTo(first - 60, 1), 2])
})

test.each([-3_600, 0, 3_600])(
  'a clock %i s ahead of PostgreSQL’s is reported, also as a metric',
  async seconds => {
    const { sql } = await openTestPostgres()
    putClockBack(-1_000 * seconds)
    try {
      expect(await clockSkew(sql)).toBeCloseTo(seconds, 0)
      const { values } = await openMetrics({})
      expect((await values()).clock_skew_seconds).toBeCloseTo(seconds, 0)
    } finally {
      putClockBack(0)
    }
  },
)
