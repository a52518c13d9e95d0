/** Records what staff see while the engine behind their figures ends and restarts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import { v7 } from 'uuid'
import { quantile } from '../bench/load/load.ts'
import { logIn } from '../testing/system.ts'

export type Figures = {
  /** Resolves when the visit is acknowledged. */
  sendVisit(source: string): Promise<void>
  /** undefined while the API does not answer with figures. */
  visits(source: string): Promise<number | undefined>
  /** Asks ten times a second until `signal` aborts. Resolves with the milliseconds between consecutive answers. */
  watch(signal: AbortSignal): Promise<number[]>
}

const AGAIN_MS = 100

export const openFigures = async (url: string): Promise<Figures> => {
  const headers = { cookie: await logIn(url) }
  const visits = async (source: string) => {
    const answer = await fetch(`${url}/api/admin/analytics?source=${source}`, { headers })
    if (answer.status === 200) return ((await answer.json()) as AnalyticsSummary).totalVisits
    await answer.arrayBuffer()
    return undefined
  }
  return {
    visits,
    sendVisit: async source => {
      const event = {
        id: v7(),
        type: 'visit',
        occurredAt: new Date().toISOString(),
        sessionId: `utm_${Date.now()}_${source}`,
        utm_source: source,
        pagePath: '/',
      }
      const answer = await fetch(`${url}/api/analytics/batch`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: JSON.stringify({ events: [event] }),
      })
      if (answer.status !== 202) throw new Error(`A visit was answered ${answer.status}.`)
    },
    watch: async signal => {
      const between: number[] = []
      for (let last = performance.now(); !signal.aborted; await sleep(AGAIN_MS)) {
        if ((await visits('nowhere')) === undefined) continue
        between.push(performance.now() - last)
        last = performance.now()
      }
      return between
    },
  }
}

export const printSpread = (title: string, rows: [name: string, ms: number[]][]): void => {
  console.log(title)
  console.table(
    rows.map(([name, ms]) => {
      const [min, median, p95, p99, max] = [0, 0.5, 0.95, 0.99, 1].map(q => Math.round(quantile(ms, q)))
      return { name, times: ms.length, 'min ms': min, median, p95, p99, max }
    }),
  )
}
