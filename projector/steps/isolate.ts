/** Bisects a failing batch to find the bad entries, and projects all others. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { NOTHING, type Projected } from './commit.ts'
import { type Limit, openLimit, TooManyDeadLetters } from './dead-letter-limit.ts'
import { deadLetterOf, placeOf } from './dead-letters.ts'
import { failureClass } from './failure-class.ts'

type Project = (records: LogRecord[]) => Promise<Projected>

/** After this many unknown failures in a row, the batch is bisected. Fewer failures are treated as an outage. */
const PATIENCE = 5

export const openIsolation = (limit: Limit = openLimit()) => {
  let failures = 0

  const whole = async (records: LogRecord[], project: Project): Promise<Projected> => {
    try {
      return await project(records)
    } catch (error) {
      const failure = failureClass(error)
      if (failure === 'transient') throw error
      if (failure === 'unknown' && ++failures < PATIENCE) throw error
      return bisect(records, error, { project, limit, guilty: { inARow: 0 } })
    }
  }

  return {
    /** Throws transient failures, TooManyDeadLetters, and the first few unknown failures. */
    project: async (records: LogRecord[], project: Project): Promise<Projected> => {
      const result = await whole(records, project)
      limit.check(failedAmong(records, result))
      failures = 0
      return result
    },
    confirm: (records: LogRecord[], result: Projected): void => limit.add(failedAmong(records, result)),
  }
}

const failedAmong = (records: LogRecord[], { deadLetters }: Projected): boolean[] => {
  const failed = new Set(deadLetters.map(placeOf))
  return records.map(record => failed.has(placeOf(record)))
}

type Search = { project: Project; limit: Limit; guilty: { inARow: number } }

/** Halves the batch until each failing entry is alone. If every entry fails, the search ends at `limit.inARow`. */
const bisect = async (records: LogRecord[], cause: unknown, search: Search): Promise<Projected> => {
  const { project, limit, guilty } = search
  const [only] = records
  if (records.length === 1 && only) {
    guilty.inARow++
    if (guilty.inARow > limit.inARow)
      throw new TooManyDeadLetters(
        `More than ${limit.inARow} entries in a row failed, the last with: ${cause}`,
      )
    return { ...NOTHING, deadLetters: [deadLetterOf(only, cause)] }
  }
  const middle = Math.ceil(records.length / 2)
  const results: Projected[] = []
  for (const half of [records.slice(0, middle), records.slice(middle)]) {
    try {
      results.push(await project(half))
      guilty.inARow = 0
    } catch (error) {
      if (failureClass(error) === 'transient') throw error
      results.push(await bisect(half, error, search))
    }
  }
  return mergeResults(results)
}

const mergeResults = (results: Projected[]): Projected => ({
  events: results.flatMap(({ events }) => events),
  known: results.flatMap(({ known }) => known),
  deadLetters: results.flatMap(({ deadLetters }) => deadLetters),
  changed: [...new Set(results.flatMap(({ changed }) => changed))],
})
