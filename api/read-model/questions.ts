/** Limits concurrent queries. Coalesces identical queued queries, which is safe because the result is newer than both requests. */
import { availableParallelism } from 'node:os'
import type { ClickHouseClient } from '@clickhouse/client'
import { within } from '@firsttouch/infra/platform/timing'
import pLimit from 'p-limit'

/** Concurrent queries on the embedded engine. Each uses several threads for part of its time. */
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
