/** Measures how old events are when the live stream announces their figures, at a steady rate in a filled store. */
import { setTimeout as sleep } from 'node:timers/promises'
import { logIn } from '../testing/system.ts'
import { openMeter, type Spent, spentRows } from './cpu/threads.ts'
import { openAgain } from './dashboard/page.ts'
import { agesOf, type Round } from './event-ages.ts'
import { follow } from './live.ts'
import { atRate, quantile } from './load/load.ts'
import { lastingBodies, sessionBodies } from './load/request-bodies.ts'
import { accountsOf, compared, settled } from './load/settled.ts'
import { row, type Table } from './table.ts'

const BATCH = 10
const WARM_UP_MS = 2_000
const LASTING_RATE = 100
const WATCHED_RATE = 100
const PEOPLE = 2
const OPENED_EVERY_MS = 1_000
const PAST_BATCHES_A_SECOND = 500

type Measured = { name: string; row: string; spent: Spent; rounds: number }

export const benchFreshness = async (
  { url, pid }: { url: string; pid: number },
  rates: number[],
  seconds: number,
): Promise<Table[]> => {
  const cookie = await logIn(url)
  const accounts = accountsOf(url, cookie)
  await settled(accounts)
  await compared(accounts)
  const batches = `${url}/api/analytics/batch`
  const measured = async (name: string, bodies: string[], perSecond: number): Promise<Measured> => {
    const told: Round[] = []
    const stop = new AbortController()
    const start = performance.now()
    const following = follow(
      url,
      cookie,
      ({ changed, lagMs }) => {
        if (lagMs !== null && changed.length > 0 && performance.now() - start > WARM_UP_MS)
          told.push({ at: performance.now(), lagMs })
      },
      stop.signal,
    )
    const meter = sleep(WARM_UP_MS).then(() => openMeter(pid))
    const { p99, errors } = await atRate(batches, bodies, perSecond, seconds)
    await sleep(1_000)
    const spent = await (await meter)()
    stop.abort()
    await following
    const quantiles = [agesOf(told), told.map(({ lagMs }) => lagMs)].flatMap(ages =>
      [0.5, 0.99].map(one => quantile(ages, one)),
    )
    return { name, row: row(name, ...quantiles, p99.toFixed(0), errors), spent, rounds: told.length }
  }
  const ofNew = (rate: number, more = ''): Promise<Measured> => {
    const bodies = sessionBodies((rate / BATCH) * seconds, BATCH, Date.now(), (1_000 * BATCH) / rate)
    return measured(
      `${rate.toLocaleString('en-GB')} events/s, new sessions of 10${more}`,
      bodies,
      rate / BATCH,
    )
  }
  const all: Measured[] = []
  for (const rate of rates) all.push(await ofNew(rate))
  const stop = new AbortController()
  const people = Array.from({ length: PEOPLE }, () => openAgain(url, cookie, OPENED_EVERY_MS, stop.signal))
  all.push(await ofNew(WATCHED_RATE, `, while ${PEOPLE} people open the page of traffic every second`))
  stop.abort()
  await Promise.all(people)
  const { past, next } = lastingBodies(LASTING_RATE, seconds, Date.now())
  const filling = Math.floor(past.length / PAST_BATCHES_A_SECOND)
  const { errors } = await atRate(batches, past, PAST_BATCHES_A_SECOND, filling)
  if (errors > 0) throw new Error(`${errors} of the requests that fill the store failed.`)
  await settled(accounts)
  all.push(await measured(`${LASTING_RATE} events/s of sessions that last ten minutes`, next, LASTING_RATE))
  return [
    {
      title:
        'Freshness: age of events, and of the oldest event in each batch, when their figures are ready, ms',
      head: ['', 'p50', 'p99', 'oldest p50', 'oldest p99', 'ingest p99', 'errors'],
      rows: all.map(one => one.row),
    },
    {
      title: 'CPU of a batch with the engine and PostgreSQL, ms',
      head: ['', ...all.map(({ name }) => name)],
      rows: spentRows(
        all.map(({ spent, rounds }) => ({ spent, per: rounds * 1_000 })),
        0,
      ),
    },
  ]
}
