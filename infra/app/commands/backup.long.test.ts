/** A restored backup shows every figure of the dashboard and every acknowledged event. */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import type { LogEnvelope } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { QUARTER_HOUR_MS } from '../../platform/timing.ts'
import { readLogTable } from '../../rigs/testing/log/log-table.ts'
import { putClockBack } from '../../rigs/testing/shifted-clock.ts'
import { startTestSystem, type TestSystem } from '../../rigs/testing/system.ts'
import { until } from '../../rigs/testing/until.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { backUp } from './backup.ts'

const run = promisify(execFile)
const env = { SITE_URL: 'https://example.com' }
let place: string
let system: TestSystem
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'firsttouch-backup-'))
  // PostgreSQL's account needs access when tests run as root.
  await chmod(place, 0o711)
  // The first system's clock is a quarter-hour slow, so the restored one reads its figures a quarter-hour later without a wait.
  putClockBack(QUARTER_HOUR_MS)
  system = await startTestSystem({ dataDir: join(place, 'data'), env })
})
afterAll(async () => {
  await system?.close()
  await rm(place, { recursive: true, force: true })
})

const command = (script: string, dataDir: string, ...given: string[]) =>
  run(process.execPath, [join(import.meta.dirname, script), ...given], {
    env: { ...process.env, DATA_DIR: dataDir },
  })

const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring' }
const story = (session: string, variant: string) => [
  { type: 'visit', id: v7(), sessionId: session, ...utm, pagePath: '/' },
  {
    type: 'ab_test',
    id: v7(),
    sessionId: session,
    testName: 'landingPage',
    variant,
    event: 'variant_assigned',
  },
  ...(session.endsWith('1')
    ? [
        {
          type: 'conversion',
          id: v7(),
          sessionId: session,
          conversionType: 'button_click',
          firstTouchUtm: utm,
        },
      ]
    : []),
]

const FIGURES = [
  'analytics',
  'campaigns',
  'ab-testing-stats',
  'onboarding',
  'domain-config',
  'experiments/landingPage/history',
]
/** Every response of the dashboard without times and request ids. */
const figuresOf = async (of: TestSystem): Promise<string> => {
  const cookie = await of.login()
  const answers = FIGURES.map(async path => {
    const answer = await fetch(`${of.url}/api/admin/${path}`, { headers: { cookie } })
    return `${path} ${answer.status} ${JSON.stringify(JSON.parse(await answer.text(), withoutMoments))}`
  })
  return (await Promise.all(answers)).join('\n')
}
/** A running A/B test gets a point every quarter-hour even without visitors. Repeated points are dropped. */
const withoutMoments = (key: string, value: unknown) => {
  if (['asOf', 'at', 'requestId'].includes(key)) return
  if (key !== 'points' || !Array.isArray(value)) return value
  return value.filter((point, part) => !isDeepStrictEqual(point, value[part - 1]))
}
/** Counts the entries in the log of a running data directory. */
const loggedVisits = async (dataDir: string): Promise<{ events: number; visits: number }> => {
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const entries = await readLogTable(records.sql)
  await records.close()
  const types = entries.flatMap(({ value }) =>
    (JSON.parse(value) as LogEnvelope).events.map(({ type }) => type),
  )
  const count = (...of: string[]) => types.filter(type => of.includes(type)).length
  return { events: count('visit', 'conversion', 'ab_test'), visits: count('visit') }
}

const settled = async (of: TestSystem, events: number): Promise<void> =>
  until(async () => {
    const said = await of.get<PipelineAccounting>('/api/admin/pipeline').catch(() => null)
    return said?.total.accepted === events && said.inFlight === 0 && said.total.balanced
  }, 120_000)

/** The copied amount never decreases, and every line has the estimated total. */
const assertProgress = (said: string): void => {
  const lines = [...said.matchAll(/^Copied (\d+) MB of about (\d+) MB$/gm)]
  const copied = lines.map(([, bytes]) => Number(bytes))
  expect(copied.length, said).toBeGreaterThan(0)
  expect(copied).toEqual(copied.toSorted((a, b) => a - b))
  for (const [, , of] of lines) expect(Number(of)).toBeGreaterThan(0)
}

test('a backup reports its progress file by file and reaches the announced total', async () => {
  const told: [bytes: number, of: number][] = []
  await backUp(readEnv({ DATA_DIR: system.dataDir }), join(place, 'told'), (...one) => told.push(one))
  const [last, of] = told.at(-1) ?? [0, 0]
  expect(told.length).toBeGreaterThan(100)
  expect(told.every(([bytes], at) => bytes >= (told[at - 1]?.[0] ?? 0))).toBe(true)
  // The total is an estimate: the databases' size without the server's own files.
  expect(last).toBeGreaterThan(0.9 * of)
  expect(last).toBeLessThan(3 * of)
})

test('a backup under load holds all that was acknowledged before it, a quiet one restores every figure', async () => {
  let sent = 0
  let going = true
  const sending = (async () => {
    for (let n = 0; going; n++) {
      const events = story(`utm_1772366400000_${n}`, n % 2 === 0 ? 'control' : 'v2')
      const answer = await system.post('/api/analytics/batch', { events })
      if (answer.status === 202) sent += events.length
    }
  })()
  await until(() => sent > 200, 60_000)
  const before = sent
  const { stdout } = await command('backup.ts', system.dataDir, join(place, 'under-load'))
  assertProgress(stdout)
  going = false
  await sending
  const after = sent

  const made = {
    name: 'Spring',
    date: '2026-03-01',
    platform: 'Google Ads',
    utmSource: 'google',
    utmMedium: 'cpc',
  }
  const cookie = await system.login()
  await system.post('/api/admin/campaigns', { ...made, generatedUrl: 'https://example.com/' }, { cookie })
  await settled(system, after)
  const figures = await figuresOf(system)
  expect(figures).toMatch(/analytics 200 [\s\S]*campaigns 200 [\s\S]*ab-testing-stats 200 /)
  await command('backup.ts', system.dataDir, join(place, 'quiet'))
  await system.post('/api/analytics/batch', { events: story('utm_1_after', 'v2') })
  await system.close()

  const restored = join(place, 'restored')
  await mkdir(restored)
  await command('restore.ts', restored, join(place, 'quiet'))
  putClockBack(0)
  system = await startTestSystem({ dataDir: restored, env })
  // The restored system rebuilds the read models from the log first.
  await until(async () => (await figuresOf(system)) === figures, 60_000).catch(() => undefined)
  expect(await figuresOf(system)).toBe(figures)
  await settled(system, after)
  await system.close()

  const second = join(place, 'second')
  await command('restore.ts', second, join(place, 'under-load'))
  system = await startTestSystem({ dataDir: second })
  const summary = () => system.get<AnalyticsSummary>('/api/admin/analytics')
  const logged = await loggedVisits(second)
  await until(async () => (await summary()).totalVisits === logged.visits, 60_000)
  expect(logged.events).toBeGreaterThanOrEqual(before)
  expect(logged.events).toBeLessThanOrEqual(after)
})

test('a directory with files, a directory that is no backup, and servers are refused with a sentence', async () => {
  const refused = (work: Promise<unknown>, sentence: RegExp) =>
    expect(work).rejects.toMatchObject({ stderr: expect.stringMatching(sentence) })
  await refused(
    command('restore.ts', system.dataDir, join(place, 'quiet')),
    /holds .*postgres.*move them away/,
  )
  await refused(command('restore.ts', join(place, 'new'), place), /is not a backup/)
  await refused(command('backup.ts', system.dataDir, join(place, 'quiet')), /is not empty/)
  const kafka = run(process.execPath, [join(import.meta.dirname, 'backup.ts'), join(place, 'x')], {
    env: { ...process.env, DATA_DIR: system.dataDir, LOG_URL: 'kafka://127.0.0.1:9092/t' },
  })
  await refused(kafka, /the log \(LOG_URL\) is not embedded/)
})

test('a restore keeps the receipts of erasures since the backup', async () => {
  const later = join(place, 'later')
  await mkdir(join(later, 'erasures'), { recursive: true })
  await writeFile(join(later, 'erasures', 'since.json'), '{}')
  await command('restore.ts', later, join(place, 'quiet'))
  expect((await readdir(later)).toSorted()).toEqual(['erasures', 'postgres', 'version'])
  expect(await readdir(join(later, 'erasures'))).toEqual(['since.json'])
})
