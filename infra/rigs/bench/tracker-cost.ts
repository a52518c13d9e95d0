import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'

/** `ms` is CPU time of the thread, so a busy machine does not lengthen it. */
export type TrackerCost = { ms: number; bytes: number }
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds of CPU. */
  tdur?: number
  args?: { data?: { url?: string }; fileName?: string }
}

const TRACKER = /\/assets\/track-[^/]+\.js$/
const isTrackers = ({ args }: TraceEvent) => TRACKER.test(args?.fileName ?? args?.data?.url ?? '')

/** Sums the evaluation of the page's first modules, which starts the tracker, and all later calls of the tracker's functions. */
const timeOf = (events: TraceEvent[]): number => {
  const compiled = events.find(event => event.name === 'v8.compileModule' && isTrackers(event))
  if (!compiled) throw new Error('The page has not loaded the tracker.')
  const thread = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === compiled.pid && tid === compiled.tid)
    .toSorted((a, b) => a.ts - b.ts)
  const start = thread.find(({ name, ts }) => name === 'v8.evaluateModule' && ts > compiled.ts)
  const calls = thread.filter(event => event.name === 'FunctionCall' && isTrackers(event))
  return [start, ...calls].reduce((sum, event) => sum + (event?.tdur ?? 0), 0) / 1000
}

export const measureTracker = async (executablePath: string, url: string): Promise<TrackerCost> => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    const file = page.waitForRequest(TRACKER)
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8'] })
    await page.goto(url, { waitUntil: 'networkidle' })
    const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
    const body = await (await fetch((await file).url())).arrayBuffer()
    return { ms: timeOf(traceEvents), bytes: gzipSync(new Uint8Array(body), { level: 9 }).length }
  } finally {
    await browser.close()
  }
}
