/** Finds the entries at fault when a round fails, and lets all others through. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { mergeResults, type RoundResult } from '../pipeline/project.ts'
import { classOf } from './class.ts'
import { type DeadLetter, letterOf } from './dead-letters.ts'
import { type Limit, TooManyDeadLetters } from './limit.ts'

export type Project = (
  records: LogRecord[],
  setAside: (letters: DeadLetter[]) => Promise<void>,
) => Promise<RoundResult>
export type Isolated = { result: RoundResult; letters: DeadLetter[]; taken: () => void }

/** A failure of unknown cause is taken for an outage so many times before an entry is blamed for it. */
const PATIENCE = 5

/**
 * Projects a round. Entries that cannot be read or stored come back as letters, to be saved before the log moves on.
 * Throws what is transient, TooManyDeadLetters, and the first times what is unknown; nothing may be committed then.
 */
export const openIsolation = (project: Project, limit: Limit) => {
  let failures = 0

  return async (records: LogRecord[]): Promise<Isolated> => {
    const letters = new Map<string, DeadLetter>()
    const setAside = async (more: DeadLetter[]) => {
      for (const letter of more) letters.set(placeOf(letter), letter)
    }
    const whole = async (): Promise<RoundResult> => {
      try {
        return await project(records, setAside)
      } catch (error) {
        const failure = classOf(error)
        if (failure === 'transient') throw error
        if (failure === 'unknown' && ++failures < PATIENCE) throw error
        return bisect(records, error, { project, setAside, limit, guilty: { inARow: 0 } })
      }
    }
    const result = await whole()
    const taken = limit.weigh(records.map(record => letters.has(placeOf(record))))
    failures = 0
    return { result, letters: [...letters.values()], taken }
  }
}

type Search = {
  project: Project
  setAside: (letters: DeadLetter[]) => Promise<void>
  limit: Limit
  guilty: { inARow: number }
}

/** In the log's order, so that a store that refuses everything is given up on after the limit and not after the batch. */
const bisect = async (records: LogRecord[], cause: unknown, search: Search): Promise<RoundResult> => {
  const { project, setAside, limit, guilty } = search
  const [only] = records
  if (records.length === 1 && only) {
    guilty.inARow++
    if (guilty.inARow > limit.inARow)
      throw new TooManyDeadLetters(
        `More than ${limit.inARow} entries in a row failed, the last with: ${cause}`,
      )
    await setAside([letterOf(only, cause)])
    return mergeResults([])
  }
  const middle = Math.ceil(records.length / 2)
  const results: RoundResult[] = []
  for (const half of [records.slice(0, middle), records.slice(middle)]) {
    try {
      results.push(await project(half, setAside))
      guilty.inARow = 0
    } catch (error) {
      if (classOf(error) === 'transient') throw error
      results.push(await bisect(half, error, search))
    }
  }
  return mergeResults(results)
}

const placeOf = ({ partition, offset }: { partition: number; offset: number }): string =>
  `${partition}/${offset}`
