/** Time from the POST of an event until the staff API counts it. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import { logIn } from '../testing/system.ts'
import { quantile } from './load/load.ts'
import { singleBodies } from './load/request-bodies.ts'
import { accountsOf, settled } from './load/settled.ts'
import { row, type Table } from './table.ts'

const json = { 'content-type': 'application/json' }

export const benchVisible = async (url: string, times: number): Promise<Table> => {
  const cookie = await logIn(url)
  const visits = async () =>
    ((await (await fetch(`${url}/api/admin/analytics`, { headers: { cookie } })).json()) as AnalyticsSummary)
      .totalVisits
  await settled(accountsOf(url, cookie))
  const waits: number[] = []
  for (const body of singleBodies(times)) {
    const before = await visits()
    const start = performance.now()
    await fetch(`${url}/api/analytics/visit`, { method: 'POST', headers: json, body })
    while ((await visits()) === before) await sleep(5)
    waits.push(performance.now() - start)
    await sleep(50 + Math.random() * 300)
  }
  return {
    title: 'From POST to visible on the API, ms',
    head: ['', 'p50', 'p99'],
    rows: [row(`${times} events, one after the other`, quantile(waits, 0.5), quantile(waits, 0.99))],
  }
}
