/** Scrapes processes as Prometheus does and writes the samples as series for `promtool test rules`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { METRICS } from './rules.ts'

/** Metrics that depend on the recording machine, which may be busy and has none of the shipped limits. */
const OWN = ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']
const KEPT = [...METRICS].filter(name => !OWN.includes(name))

export type Target = { job: string; metrics(): Promise<string> }
/** Values by series name with labels, one value for each scrape. null: the scrape had no such series. */
export type Recording = { everyMs: number; series: Record<string, (number | null)[]> }

export const EVERY_MS = 5_000

export const record = async (
  targets: readonly Target[],
  scrapes: number,
  {
    everyMs = EVERY_MS,
    kept = KEPT,
    onScrape = () => {},
  }: { everyMs?: number; kept?: readonly string[]; onScrape?: () => void } = {},
): Promise<Recording> => {
  const series = new Map<string, (number | null)[]>()
  const note = (name: string, at: number, value: number) => {
    const values = series.get(name) ?? Array<null>(scrapes).fill(null)
    values[at] = value
    series.set(name, values)
  }
  const began = Date.now()
  for (let at = 0; at < scrapes; at++) {
    await sleep(Math.max(0, began + at * everyMs - Date.now()))
    await Promise.all(
      targets.map(async ({ job, metrics }, index) => {
        const own = `job="${job}",instance="${index}"`
        const text = await metrics().catch(() => null)
        if (kept.includes('up')) note(`up{${own}}`, at, text === null ? 0 : 1)
        for (const { name, labels, value } of samplesIn(text ?? ''))
          if (kept.includes(name))
            note(`${name}{${[labels, own].filter(Boolean).join(',')}}`, at, rounded(value))
      }),
    )
    onScrape()
  }
  return { everyMs, series: Object.fromEntries([...series].toSorted()) }
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

const samplesIn = (text: string): { name: string; labels: string; value: number }[] =>
  [...text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/gm)].map(match => ({
    name: match[1] ?? '',
    labels: match[2] ?? '',
    value: Number(match[3]),
  }))

/** An age is extrapolated only after growing for this many scrapes. A busy machine may have one slow batch. */
const STANDS_FOR = 3

/** Extrapolates a series: an age grows by a second each second, a counter by its average step, other gauges stay. */
const stepOf = (name: string, values: readonly (number | null)[], everyMs: number): number => {
  const known = values.filter(value => value !== null)
  const recent = known.slice(-1 - STANDS_FOR)
  const [before, last] = [recent[0], recent.at(-1)]
  if (before === undefined || last === undefined) return 0
  if (/_total\b|_count\b/.test(name))
    return Math.max(0, (last - (known[0] ?? last)) / Math.max(1, known.length - 1))
  const seconds = everyMs / 1000
  if (/_lag_seconds|_age_seconds/.test(name) && last - before > 0.7 * (recent.length - 1) * seconds)
    return seconds
  return 0
}

/** `hold`: the number of further scrapes to extrapolate. */
export const seriesOf = (
  { everyMs, series }: Recording,
  hold: number,
): { series: string; values: string }[] =>
  Object.entries(series).map(([name, values]) => {
    const recorded = values.map((value, at) => valueAt(value, values[at - 1] ?? null))
    const last = values.at(-1) ?? null
    const held = last === null ? `_x${hold}` : `${last}${signed(stepOf(name, values, everyMs))}x${hold}`
    return { series: name, values: [...recorded, held].join(' ') }
  })

const valueAt = (value: number | null, before: number | null): string => {
  if (value !== null) return String(value)
  return before === null ? '_' : 'stale'
}
const signed = (step: number): string => `${step < 0 ? '' : '+'}${step}`
