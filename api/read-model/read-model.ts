import { availableParallelism } from 'node:os'
import type { ClickHouseClient } from '@clickhouse/client'
import { ageInSeconds, isFilled, oldestOf, readLag } from '@firsttouch/infra/log/lag'
import { coalesce } from '@firsttouch/infra/platform/coalesce'
import { HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { within } from '@firsttouch/infra/platform/timing'
import {
  DEFINITIONS,
  groupOf,
  readDefinitions,
  readProgress,
  servingDatabase,
} from '@firsttouch/infra/stores/read-models'
import pLimit from 'p-limit'
import type { Deps, Freshness, ReadModel } from '../deps.ts'

const ANSWER_WITHIN_MS = 5_000
const LOG_WITHIN_MS = 2_000
const FRESH_MS = 1_000

type Needs = Pick<Deps, 'sql' | 'clickhouse' | 'log' | 'now' | 'questionsAtOnce'>

export const openReadModel = ({ sql, clickhouse, log, now, questionsAtOnce }: Needs): ReadModel => {
  const time = () => now().getTime()
  const database = coalesce(() => servingDatabase(sql), FRESH_MS, time)
  const ask = openQuestions(clickhouse, questionsAtOnce)

  const rowsOf =
    (db: string): ReadModel['rows'] =>
    <Row>(query: string, parameters = {}, withinMs = ANSWER_WITHIN_MS) =>
      ask<Row>(query, { ...parameters, db }, withinMs).catch(refuse)
  const definitions = coalesce(async () => readDefinitions(clickhouse, await database()), FRESH_MS, time)
  /** True after a check has found the read models complete. After a restore, their sums are too small at first. */
  let isWhole = false
  const assertWhole = async (db: string): Promise<void> => {
    // Checked at every call, because a newer projector may rebuild the rows at any time.
    const made = await within(ANSWER_WITHIN_MS, definitions()).catch(refuse)
    if (made !== undefined && made < DEFINITIONS) throw new NotKnownYet()
    if (isWhole) return
    const places = await within(LOG_WITHIN_MS, log.positions(groupOf(db))).catch(() => null)
    if (places === null) return
    const progress = await within(ANSWER_WITHIN_MS, readProgress(clickhouse, db)).catch(refuse)
    isWhole = isFilled(places, progress)
    if (!isWhole) throw new NotKnownYet()
  }
  const rowsOfOne = async () => {
    const db = await database()
    await assertWhole(db)
    return rowsOf(db)
  }

  /** If the log does not answer, the lag is unknown, and `asOf` is the append time that every partition has reached. */
  const freshness = async (): Promise<Freshness> => {
    const asked = now()
    const db = await database()
    const progress = await within(ANSWER_WITHIN_MS, readProgress(clickhouse, db)).catch(refuse)
    const done = new Map(progress.map(({ partition, next }) => [partition, next]))
    const lag = await within(LOG_WITHIN_MS, readLag(log, groupOf(db), done)).catch(() => null)
    if (lag === null) {
      const newest = progress.map(({ appendedAt }) => appendedAt.getTime())
      const asOf = newest.length === 0 ? null : new Date(Math.min(asked.getTime(), ...newest))
      return { asOf, lagMs: null }
    }
    const oldest = oldestOf(lag)
    return { asOf: oldest && oldest < asked ? oldest : asked, lagMs: ageInSeconds(oldest, now()) * 1000 }
  }
  const cachedFreshness = coalesce(freshness, FRESH_MS, time)

  return {
    rows: async (...asked) => (await rowsOfOne())(...asked),
    rowsOfOne,
    asOf: async () => (await cachedFreshness()).asOf,
    freshness,
  }
}

export class NotKnownYet extends HttpError {
  constructor() {
    const detail = 'Analytics are being rebuilt after a restore or an update.'
    super(503, detail, undefined, { 'retry-after': '5' })
  }
}

const refuse = (cause: unknown): never => {
  throw Object.assign(retryLater(503, 'Analytics are temporarily unavailable.', 5), { cause })
}

/** Maximum number of concurrent queries in the embedded engine. A query uses several threads for part of its time. */
export const QUESTIONS_AT_ONCE = Math.min(4, Math.max(2, availableParallelism()))

type Waiting = { until: number; rows: Promise<readonly unknown[]> }
type Ask = <Row>(query: string, parameters: object, withinMs: number) => Promise<readonly Row[]>

export const openQuestions = (clickhouse: ClickHouseClient, atOnce = QUESTIONS_AT_ONCE): Ask => {
  const turns = pLimit(atOnce)
  const waiting = new Map<string, Waiting>()

  const enqueue = (key: string, query: string, parameters: object): Waiting => {
    const rows = turns(async () => {
      waiting.delete(key)
      const ms = Math.ceil(own.until - performance.now())
      if (ms <= 0) throw new Error('the request ended before its answer')
      const answer = await clickhouse.query({
        query,
        query_params: { ...parameters },
        format: 'JSONEachRow',
        abort_signal: AbortSignal.timeout(ms),
        clickhouse_settings: { max_execution_time: ms / 1000 },
      })
      return answer.json()
    })
    const own = { until: 0, rows }
    waiting.set(key, own)
    return own
  }

  return <Row>(query: string, parameters: object, withinMs: number) => {
    const key = JSON.stringify([query, parameters])
    const own = waiting.get(key) ?? enqueue(key, query, parameters)
    own.until = Math.max(own.until, performance.now() + withinMs)
    return within(withinMs, own.rows as Promise<readonly Row[]>)
  }
}
