/** The public pages in Lighthouse on a simulated phone, their size, and the tracker's cost. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { CHROMIUM_FLAGS, findChromium } from '../testing/chromium.ts'
import { startTestSystem } from '../testing/system.ts'
import { row, type Table } from './table.ts'
import { measureTracker, type TrackerCost } from './tracker-cost.ts'

/** `npx` downloads Lighthouse on demand. It is no dependency, because it has 114 packages. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const FLAGS = ['--headless=new', ...CHROMIUM_FLAGS]
const PATHS = ['/original', '/v2', '/trial-signup']
const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type NetworkItem = { url: string; resourceType?: string; mimeType?: string }
type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: unknown[] } }>
}
type Run = { scores: number[]; lcp: number; shift: number; blocking: number; scripts: string[]; load: number }

const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const runLighthouse = async (chromium: string, url: string, folder: string): Promise<Run> => {
  const file = join(folder, 'report.json')
  const load = loadavg()[0] ?? 0
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${SCORES.join(',')}`,
      `--chrome-flags=${FLAGS.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 16 * 1024 * 1024 },
  )
  const { categories, audits }: Report = JSON.parse(await readFile(file, 'utf8'))
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const requests = (audits['network-requests']?.details?.items ?? []) as NetworkItem[]
  return {
    scores: SCORES.map(name => (categories[name]?.score ?? Number.NaN) * 100),
    lcp: value('largest-contentful-paint'),
    shift: value('cumulative-layout-shift'),
    blocking: value('total-blocking-time'),
    scripts: requests.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url),
    load,
  }
}

/** Gzipped size, independent of the server's encoding. */
const gzipped = async (scripts: readonly string[]): Promise<number> => {
  const bodies = await Promise.all(scripts.map(async url => (await fetch(url)).arrayBuffer()))
  return bodies.reduce((sum, body) => sum + gzipSync(new Uint8Array(body), { level: 9 }).length, 0)
}

const pageRow = async (path: string, runs: Run[]): Promise<string> => {
  const of = (pick: (run: Run) => number) => middle(runs.map(pick))
  return row(
    path,
    ...SCORES.map((_, index) => of(run => run.scores[index] ?? Number.NaN)),
    `${(of(run => run.lcp) / 1000).toFixed(2)} s`,
    of(run => run.shift).toFixed(3),
    `${of(run => run.blocking).toFixed(0)} ms`,
    `${((await gzipped(runs[0]?.scripts ?? [])) / 1000).toFixed(1)} kB`,
    of(run => run.load).toFixed(1),
  )
}

export const benchSite = async (times: number): Promise<Table> => {
  const chromium = await findChromium()
  if (!chromium) throw new Error('No Chromium was found.')
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-lighthouse-'))
  const dataDir = join(folder, 'data')
  const system = await startTestSystem({
    site: true,
    dataDir,
    env: { SITE_URL: 'https://www.firsttouch.example' },
  })
  try {
    const rows: string[] = []
    for (const path of PATHS) {
      const runs: Run[] = []
      for (let i = 0; i < times; i++) runs.push(await runLighthouse(chromium, system.url + path, folder))
      rows.push(await pageRow(path, runs))
    }
    const costs: TrackerCost[] = []
    for (let i = 0; i < times; i++) costs.push(await measureTracker(chromium, `${system.url}/v2`))
    const bytes = middle(costs.map(cost => cost.bytes))
    const tracker = `The tracker takes ${(bytes / 1000).toFixed(1)} kB gzipped and ${middle(costs.map(cost => cost.ms)).toFixed(1)} ms of the main thread`
    return {
      title: `Lighthouse, mobile, median of ${times} runs. ${tracker}`,
      head: ['', ...SCORES, 'LCP', 'layout shift', 'blocking time', 'script, gzipped', 'load average'],
      rows,
    }
  } finally {
    await system.close()
    await rm(folder, { recursive: true, force: true })
  }
}
