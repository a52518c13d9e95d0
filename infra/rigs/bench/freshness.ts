/** How old the oldest event of each round is when its figures are ready, at a steady rate, as the live stream tells, in a store that has events of before. */
import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '../testing/system.ts'
import { follow } from './live.ts'
import { atRate, quantile } from './load/load.ts'
import { lastingBodies, sessionBodies } from './load/request-bodies.ts'
import { accountsOf, compared, settled } from './load/settled.ts'
import { row, type Table } from './table.ts'

const BATCH = 10
const WARM_UP_MS = 2_000
const LASTING_RATE = 100
const PAST_BATCHES_A_SECOND = 500

export const benchFreshness = async (url: string, rates: number[], seconds: number): Promise<Table> => {
  const cookie = await logIn(url)
  const accounts = accountsOf(url, cookie)
  await settled(accounts)
  await compared(accounts)
  const batches = `${url}/api/analytics/batch`
  const measured = async (name: string, bodies: string[], perSecond: number): Promise<string> => {
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
    const { p99, errors } = await atRate(batches, bodies, perSecond, seconds)
    await sleep(1_000)
    stop.abort()
    await following
    return row(name, quantile(lags, 0.5), quantile(lags, 0.99), p99.toFixed(0), errors)
  }
  const rows: string[] = []
  for (const rate of rates) {
    const bodies = sessionBodies((rate / BATCH) * seconds, BATCH, Date.now(), (1_000 * BATCH) / rate)
    rows.push(
      await measured(`${rate.toLocaleString('en-GB')} events/s, new sessions of 10`, bodies, rate / BATCH),
    )
  }
  const { past, next } = lastingBodies(LASTING_RATE, seconds, Date.now())
  const filling = Math.floor(past.length / PAST_BATCHES_A_SECOND)
  const { errors } = await atRate(batches, past, PAST_BATCHES_A_SECOND, filling)
  if (errors > 0) throw new Error(`${errors} of the requests that fill the store failed.`)
  await settled(accounts)
  rows.push(await measured(`${LASTING_RATE} events/s of sessions that last ten minutes`, next, LASTING_RATE))
  return {
    title: 'Freshness: age of the oldest event of a round when its figures are ready, ms',
    head: ['', 'p50', 'p99', 'ingest p99', 'errors'],
    rows,
  }
}
