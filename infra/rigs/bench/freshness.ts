/** How old the oldest event of each round is when its figures are ready, at a steady rate of new sessions, as the live stream tells, in a store that has events of before. */
import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '../testing/system.ts'
import { follow } from './live.ts'
import { atRate, quantile } from './load/load.ts'
import { sessionBodies } from './load/request-bodies.ts'
import { accountsOf, compared, settled } from './load/settled.ts'
import { row, type Table } from './table.ts'

const BATCH = 10
const WARM_UP_MS = 2_000

export const benchFreshness = async (url: string, rates: number[], seconds: number): Promise<Table> => {
  const cookie = await logIn(url)
  const accounts = accountsOf(url, cookie)
  await settled(accounts)
  await compared(accounts)
  const rows: string[] = []
  for (const rate of rates) {
    const lags: number[] = []
    const stop = new AbortController()
    const start = performance.now()
    const following = follow(
      url,
      cookie,
      ({ changed, lagMs }) => {
        if (lagMs !== null && changed.length > 0 && performance.now() - start > WARM_UP_MS) lags.push(lagMs)
      },
      stop.signal,
    )
    const bodies = sessionBodies((rate / BATCH) * seconds, BATCH, Date.now(), (1_000 * BATCH) / rate)
    const { p99, errors } = await atRate(`${url}/api/analytics/batch`, bodies, rate / BATCH, seconds)
    await sleep(1_000)
    stop.abort()
    await following
    rows.push(
      row(
        `${rate.toLocaleString('en-GB')} events/s`,
        quantile(lags, 0.5),
        quantile(lags, 0.99),
        p99.toFixed(0),
        errors,
      ),
    )
  }
  return {
    title: 'Freshness: age of the oldest event of a round when its figures are ready, ms',
    head: ['new sessions of 10 events', 'p50', 'p99', 'ingest p99', 'errors'],
    rows,
  }
}
