/** Sends visits at a steady rate, and compares their true lag with every gauge. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { LiveMessage } from '@firsttouch/api/contract/live'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { boundId } from '@firsttouch/ingest/identify'
import { v7 } from 'uuid'
import { openLog } from '../../log/open-log.ts'
import { databaseOf, groupOf } from '../../stores/read-models.ts'
import type { GrownSystem } from '../testing/grown-system.ts'
import type { Service } from '../testing/processes.ts'

/** Lag in seconds, by gauge. null: the gauge shows unknown, or has no value. */
export type Said = Record<string, number | null>
export type ByPartition = ReadonlyMap<number, number>
export type Sample = {
  /** Age in seconds of the oldest acknowledged visit that the store lacked before and after reading the gauges. */
  waited: number
  said: Said
  at: number
  /** Checkpoints before the gauges were read, and the log's ends afterwards. Waiting entries lie between the two. */
  committed: ByPartition
  ends: ByPartition
  /** Waiting entries by gauge. */
  entries: Record<string, ByPartition>
  balanced: boolean | null
}

const EVERY_MS = 500
const VISITS = 4
const SEND_EVERY_MS = 100
/** Every third batch is sent twice, as after a lost answer. So a partition's last entry is often a repeat. */
const REPEAT_EVERY = 3
const GROUP = groupOf(databaseOf(1))

export const watchLag = (system: GrownSystem, projectors: () => Service[]) => {
  const acknowledged = new Map<string, number>()
  const samples: Sample[] = []
  const over = new AbortController()
  const { signal } = over

  const send = async () => {
    for (let n = 0; !signal.aborted; n++) {
      const events = Array.from({ length: VISITS }, () => ({
        type: 'visit',
        id: v7(),
        sessionId: `utm_${Math.random()}_s`,
        pagePath: '/',
      }))
      if (await post(system, events))
        for (const { id, sessionId } of events) acknowledged.set(boundId(sessionId, id), Date.now())
      if (n % REPEAT_EVERY === 0) await post(system, events)
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
    await using places = await openPlaces(system)
    while (!signal.aborted) {
      const before = await missing(acknowledged)
      const at = Date.now()
      const committed = await places.committed()
      const [pipeline, analytics, ofApi, ...ofProjectors] = await Promise.all([
        ask<PipelineAccounting>(system, 'pipeline'),
        ask<AnalyticsSummary>(system, 'analytics'),
        lagIn(system.api),
        ...projectors().map(lagIn),
      ])
      const ends = await places.ends()
      const after = await missing(before)
      const said: Said = {
        'GET pipeline': pipeline?.lag.seconds ?? null,
        'asOf of the figures': analytics?.asOf ? (Date.now() - Date.parse(analytics.asOf)) / 1000 : null,
        'live stream': live.lagSeconds(),
        'API /metrics': ofApi.seconds,
        ...Object.fromEntries(ofProjectors.map(({ seconds }, i) => [`projector ${i + 1} /metrics`, seconds])),
      }
      const entries = Object.fromEntries(
        [ofApi, ...ofProjectors].map((of, i) => [i === 0 ? 'API' : `projector ${i}`, of.entries]),
      )
      const waited = after.size === 0 ? 0 : (at - Math.min(...after.values())) / 1000
      samples.push({ waited, at, said, committed, ends, entries, balanced: pipeline?.balanced ?? null })
      await sleep(EVERY_MS)
    }
  }
  const running = Promise.all([send(), look(), live.done])
  let failure: unknown
  running.catch(error => {
    failure = error
  })
  return {
    samples,
    /** Throws the error that ended the watch, if any. */
    acknowledged: () => {
      if (failure) throw failure
      return acknowledged.size
    },
    /** Number of acknowledged visits that the store does not have. */
    waiting: async () => (await missing(acknowledged)).size,
    stop: async () => {
      over.abort()
      await running
    },
  }
}

const openPlaces = async ({ addresses, sql }: GrownSystem) => {
  const log = await openLog(addresses.LOG_URL)
  return {
    committed: async (): Promise<ByPartition> => {
      const rows = await sql<{ partition: number; next: string }[]>`
        SELECT partition, next_offset AS next FROM checkpoints WHERE consumer_group = ${GROUP}`
      return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
    },
    /** Empty while the log does not answer. */
    ends: async (): Promise<ByPartition> => {
      const positions = await log.positions(GROUP).catch(() => [])
      return new Map(positions.map(({ partition, end }) => [partition, end]))
    },
    [Symbol.asyncDispose]: log.close,
  }
}

const post = async ({ ingest }: GrownSystem, events: object[]): Promise<boolean> => {
  const answer = await fetch(`${ingest.url}/api/analytics/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  await answer.arrayBuffer()
  return answer.status === 202
}

const ask = async <T>({ api, cookie }: GrownSystem, path: string): Promise<T | null> => {
  const answer = await fetch(`${api.url}/api/admin/${path}`, { headers: { cookie } })
  if (answer.status === 503) return null
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const lagIn = async (service: Service): Promise<{ seconds: number | null; entries: ByPartition }> => {
  const text = await service.metrics().catch(() => '')
  const byPartition = (name: string): ByPartition =>
    new Map(
      [...text.matchAll(new RegExp(`^${name}\\{partition="(\\d+)"\\} (\\S+)`, 'gm'))].map(
        ([, partition, value]) => [Number(partition), Number(value)],
      ),
    )
  const seconds = [...byPartition('projector_lag_seconds').values()]
  return {
    seconds: seconds.length === 0 ? null : Math.max(...seconds),
    entries: byPartition('projector_lag_events'),
  }
}

/** The lag of the last message, which a dashboard shows until the next. */
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
