/** Visits that arrive steadily, and beside them what is true of their lag and what every gauge says of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { LiveMessage } from '@firsttouch/api/contract/live'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import type { GrownSystem } from '../testing/grown-system.ts'
import type { Service } from '../testing/processes.ts'

/** Seconds; null: it said that it does not know, or nothing. */
export type Said = Record<string, number | null>
export type Sample = {
  /** Seconds that the oldest acknowledged visit had waited which was not in the store before and after the gauges were read. */
  waited: number
  said: Said
  balanced: boolean | null
}

const EVERY_MS = 500
const VISITS = 4
const SEND_EVERY_MS = 100

export const watchLag = (system: GrownSystem, projectors: () => Service[]) => {
  const acknowledged = new Map<string, number>()
  const samples: Sample[] = []
  const over = new AbortController()
  const { signal } = over

  const send = async () => {
    while (!signal.aborted) {
      const events = Array.from({ length: VISITS }, () => ({
        type: 'visit',
        id: v7(),
        sessionId: `utm_${Math.random()}_s`,
        pagePath: '/',
      }))
      const answer = await fetch(`${system.ingest.url}/api/analytics/batch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      })
      if (answer.status === 202) for (const { id } of events) acknowledged.set(id, Date.now())
      await answer.arrayBuffer()
      await sleep(SEND_EVERY_MS)
    }
  }
  const missing = async (among: ReadonlyMap<string, number>): Promise<Map<string, number>> => {
    const text = await system.ask('SELECT toString(id) FROM firsttouch_1.events FORMAT TabSeparated')
    const stored = new Set(text.split('\n'))
    return new Map([...among].filter(([id]) => !stored.has(id)))
  }
  const live = followLive(system, signal)
  const look = async () => {
    while (!signal.aborted) {
      const before = await missing(acknowledged)
      const at = Date.now()
      const [pipeline, analytics, ofApi, ...ofProjectors] = await Promise.all([
        ask<PipelineAccounting>(system, 'pipeline'),
        ask<AnalyticsSummary>(system, 'analytics'),
        lagIn(system.api),
        ...projectors().map(lagIn),
      ])
      const after = await missing(before)
      const said: Said = {
        'GET pipeline': pipeline?.lag.seconds ?? null,
        'asOf of the figures': analytics?.asOf ? (Date.now() - Date.parse(analytics.asOf)) / 1000 : null,
        'live stream': live.lagSeconds(),
        'API /metrics': ofApi,
        ...Object.fromEntries(ofProjectors.map((seconds, i) => [`projector ${i + 1} /metrics`, seconds])),
      }
      const waited = after.size === 0 ? 0 : (at - Math.min(...after.values())) / 1000
      samples.push({ waited, said, balanced: pipeline?.balanced ?? null })
      await sleep(EVERY_MS)
    }
  }
  const running = Promise.all([send(), look(), live.done])
  running.catch(() => undefined)
  return {
    samples,
    acknowledged: () => acknowledged.size,
    /** Of what was acknowledged, how much is not in the store. */
    waiting: async () => (await missing(acknowledged)).size,
    stop: async () => {
      over.abort()
      await running
    },
  }
}

const ask = async <T>({ api, cookie }: GrownSystem, path: string): Promise<T | null> => {
  const answer = await fetch(`${api.url}/api/admin/${path}`, { headers: { cookie } })
  if (answer.status === 503) return null
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const lagIn = async (service: Service): Promise<number | null> => {
  const text = await service.metrics().catch(() => '')
  const values = [...text.matchAll(/^projector_lag_seconds\{partition="\d+"\} (\S+)/gm)].map(match =>
    Number(match[1]),
  )
  return values.length === 0 ? null : Math.max(...values)
}

/** What a dashboard shows between two messages: the last one's lag. */
const followLive = ({ api, cookie }: GrownSystem, signal: AbortSignal) => {
  let last: number | null = null
  const follow = async () => {
    const answer = await fetch(`${api.url}/api/admin/live`, { headers: { cookie }, signal })
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? [])
      for (const line of decoder.decode(chunk).split('\n'))
        if (line.startsWith('data: ')) {
          const { lagMs }: LiveMessage = JSON.parse(line.slice(6))
          last = lagMs === null ? null : lagMs / 1000
        }
  }
  const done = follow().catch(error => {
    if (!signal.aborted) throw error
  })
  return { done, lagSeconds: () => last }
}
