/** The read models in ClickHouse: which generation serves, how fresh it is, and questions to it. */

import { HttpError } from '@firsttouch/infra/platform/http/http'
import { within } from '@firsttouch/infra/platform/timing'
import { groupOf, servingDatabase } from '@firsttouch/infra/stores/read-models'
import type { Deps, ReadModel } from '../deps.ts'

const ANSWER_WITHIN_MS = 5_000
const POSITIONS_WITHIN_MS = 2_000
const FRESH_MS = 1_000

export const openReadModel = ({
  sql,
  clickhouse,
  log,
  now,
}: Pick<Deps, 'sql' | 'clickhouse' | 'log' | 'now'>): ReadModel => {
  const database = cached(() => servingDatabase(sql), now)

  const rows: ReadModel['rows'] = async <Row>(
    query: string,
    parameters: Record<string, unknown> = {},
    withinMs = ANSWER_WITHIN_MS,
  ) => {
    const db = await database()
    const asked = clickhouse
      .query({ query, query_params: { ...parameters, db }, format: 'JSONEachRow' })
      .then(answer => answer.json<Row>())
    return within(withinMs, asked).catch(refuse)
  }

  /**
   * When each partition was last seen with nothing waiting. Where the log is ahead, what was there then is counted, and so is
   * what was appended before the newest entry that the store has; while the log does not say how far it is, any partition may
   * be behind. (A partition whose very first entry waits was once said to be counted until 1970.)
   */
  const caughtUp = new Map<string, number>()

  const asOf = async (): Promise<Date | null> => {
    const asked = now().getTime()
    const db = await database()
    const positions = await within(POSITIONS_WITHIN_MS, log.positions(groupOf(db))).catch(() => null)
    const progress = await rows<Progress>(PROGRESS)
    if (positions === null)
      return progress.length === 0
        ? null
        : dateOf(Math.min(asked, ...progress.map(({ appended }) => appended)))
    const countedUntil = positions.map(position => {
      const done = progress.find(({ partition }) => partition === position.partition)
      const place = `${db}/${position.partition}`
      if (position.end <= Math.max(position.start, done?.next_offset ?? 0)) caughtUp.set(place, asked)
      return Math.max(caughtUp.get(place) ?? UNKNOWN, done?.appended ?? UNKNOWN)
    })
    return dateOf(Math.min(asked, ...countedUntil))
  }

  return { rows, asOf: cached(asOf, now) }
}

type Progress = { partition: number; next_offset: number; appended: number }

const PROGRESS = `
  SELECT partition, next_offset, toUnixTimestamp64Milli(appended_at) AS appended FROM {db:Identifier}.progress FINAL`

const UNKNOWN = Number.NEGATIVE_INFINITY
const dateOf = (time: number): Date | null => (time === UNKNOWN ? null : new Date(time))

const refuse = (cause: unknown): never => {
  const detail = 'The figures cannot be read just now. They will be back by themselves.'
  const refusal = new HttpError(503, detail, undefined, { 'retry-after': '5' })
  refusal.cause = cause
  throw refusal
}

/** Answers from the last one while it is fresh; a failure is not kept. */
const cached = <T>(load: () => Promise<T>, now: () => Date): (() => Promise<T>) => {
  let value: Promise<T> | undefined
  let loadedAt = 0
  return () => {
    const time = now().getTime()
    // A clock that was put back must not keep an answer until it is where it was.
    if (value === undefined || Math.abs(time - loadedAt) > FRESH_MS) {
      loadedAt = time
      const loading = load()
      loading.catch(() => {
        if (value === loading) value = undefined
      })
      value = loading
    }
    return value
  }
}
