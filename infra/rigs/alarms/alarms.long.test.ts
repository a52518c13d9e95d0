/**
 * Injects faults into real processes and scrapes them as Prometheus does. Exactly the expected alarms must ring. Rules
 * wait for minutes, but a recording lasts half a minute, so the test extrapolates its series. RECORD_ALARMS=1 stores
 * the series for alarms.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { appendFile, rmdir, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { joinGroup, refreshClaims } from '../../log/postgres/claims.ts'
import { repeat } from '../../platform/timing.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { type GrownSystem, startGrown } from '../testing/grown-system.ts'
import type { Service } from '../testing/processes.ts'
import { openProxy, type TcpProxy } from '../testing/proxy/tcp-proxy.ts'
import { makeCertificate } from '../testing/servers/certificate.ts'
import { until } from '../testing/until.ts'
import type { Fault } from './faults.ts'
import { hasPromtool } from './promtool.ts'
import { record, type Target } from './recorder.ts'
import { assertRings } from './ringing.ts'
import { sendSteadily } from './traffic.ts'

const SCRAPES = 6
const GROUP = 'projector-firsttouch_1'
const PARTITIONS = 4
/** Seconds of lag that count as healthy. Rules ring from 30 s on, and a batch takes seconds on a busy machine. */
const WELL_S = 15

/** A small tmpfs that the test can fill. Mounting it needs root. */
const disk = mkdtempSync(join(tmpdir(), 'firsttouch-alarms-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', disk]).status === 0
if (!mounted) console.log('SKIPPED alarms: mounting a tmpfs is not permitted here')
if (!hasPromtool()) console.log('SKIPPED alarms: there is no promtool (Debian: apt-get install prometheus)')

const cleanUp = cleanUpAfter('all')

describe.skipIf(!mounted || !hasPromtool())('one after the other', { shuffle: false }, () => {
  let system: GrownSystem
  let proxy: TcpProxy
  let logUrl: string
  const targets: Target[] = []
  const add = (job: string, { metrics }: Service) => targets.push({ job, metrics })

  beforeAll(async () => {
    const through = async (url: string) => {
      const address = new URL(url)
      logUrl = url
      proxy = await openProxy({ port: Number(address.port), host: address.hostname })
      address.port = String(proxy.port)
      return address.href
    }
    system = await startGrown({
      log: 'postgres',
      through,
      dataDir: join(disk, 'data'),
      projectors: 1,
      env: { CANARY_SECONDS: '5' },
    })
    add('anything', system.ingest)
    add('else', system.api)
    for (const projector of system.projectors) add('at all', projector)
    cleanUp.push(sendSteadily(system.ingest.url))
  })
  afterAll(async () => {
    await system?.close()
    await proxy?.close()
    spawnSync('umount', ['-l', disk])
    await rmdir(disk)
  })

  const valuesOf = async (name: string): Promise<number[]> => {
    const texts = await Promise.all(targets.map(({ metrics }) => metrics().catch(() => '')))
    return texts.flatMap(text =>
      [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value)),
    )
  }
  const isWell = async () => {
    const lags = await valuesOf('projector_lag_seconds')
    const canary = await valuesOf('canary_age_seconds')
    return lags.length > 0 && Math.max(...lags) < WELL_S && canary.length > 0 && Math.max(...canary) < WELL_S
  }
  const fill = async () => {
    const { bavail, blocks, bsize } = await statfs(disk)
    const over = bavail - Math.ceil(blocks * 0.06)
    if (over > 0) await appendFile(join(disk, 'ballast'), Buffer.alloc(over * bsize, 1))
  }
  const ring = async (fault: Fault) => {
    const recording = await record(targets, SCRAPES)
    if (process.env.RECORD_ALARMS)
      await writeFile(
        join(import.meta.dirname, 'recorded', `${fault}.json`),
        `${JSON.stringify(recording).replaceAll('],"', '],\n"')}\n`,
      )
    assertRings(fault, recording)
  }

  test('no alarm rings during an hour of rest', async () => {
    await until(isWell, 180_000)
    await ring('rest')
  })

  test('a partition held by an idle process rings its alarm, under traffic', async () => {
    const zombie = postgres(logUrl, { max: 1 })
    const held = new Set<number>()
    await joinGroup(zombie, GROUP)
    await until(async () => {
      await refreshClaims(zombie, GROUP, PARTITIONS, held)
      return held.size > 0
    }, 30_000)
    const living = setInterval(() => void zombie`SELECT 1`.catch(() => undefined), 1_000)
    try {
      await until(async () => Math.max(...(await valuesOf('canary_age_seconds'))) > 2 * WELL_S, 120_000)
      await ring('dead-partition')
    } finally {
      clearInterval(living)
      await zombie.end({ timeout: 1 })
    }
  })

  test('an unreachable log rings its alarms', async () => {
    await until(isWell, 180_000)
    proxy.cut()
    try {
      await until(async () => Math.max(...(await valuesOf('canary_age_seconds'))) > 2 * WELL_S, 60_000)
      await ring('log-away')
    } finally {
      proxy.restore()
    }
  })

  test('a filling disk, an old backup and an expiring certificate ring their alarms', async () => {
    await until(isWell, 180_000)
    const { certificate: cert, key } = makeCertificate()
    const site = createServer({ cert, key })
    await new Promise<void>(resolve => site.listen(0, resolve))
    cleanUp.push(() => new Promise(resolve => site.close(resolve)))
    await system.sql`INSERT INTO backups (made_at) VALUES (now() - interval '3 days')`
    const { port } = site.address() as AddressInfo
    const env = { BACKUP_WITHIN_HOURS: '24', SITE_URL: `https://localhost:${port}` }
    add('another', await system.start('api/main.ts', env))
    await fill()
    // Fill the space again that the stores free (up to 16 MB of PostgreSQL's WAL), or the disk is not full enough for
    // the alarm.
    const stop = new AbortController()
    const filling = repeat({ signal: stop.signal, onError: console.error, everyMs: 250 }, fill)
    try {
      await ring('upkeep')
    } finally {
      stop.abort()
      await filling
    }
  })

  test('the loss of all projectors rings its alarms', async () => {
    targets.pop()
    spawnSync('rm', [join(disk, 'ballast')])
    await until(isWell, 180_000)
    const seen = Promise.withResolvers<void>()
    const recording = record(targets, SCRAPES, { onScrape: seen.resolve })
    await seen.promise
    for (const projector of system.projectors) await projector.end('SIGKILL')
    const said = await recording
    if (process.env.RECORD_ALARMS)
      await writeFile(
        join(import.meta.dirname, 'recorded', 'projectors-gone.json'),
        `${JSON.stringify(said).replaceAll('],"', '],\n"')}\n`,
      )
    assertRings('projectors-gone', said)
  })
})
