/** Holds what the read models count against what the log's entries say. */
import type { ClickHouseClient } from '@clickhouse/client'
import { type Entry, type Numbers, referenceOf } from './reference.ts'
import { storedNumbersIn } from './stored-numbers.ts'

export type Verdict = {
  uniqueEvents: number
  /** How many times the log holds an event beyond the first. */
  duplicates: number
  /** In the log and not in the store; in the store and not in the log. */
  lost: number
  invented: number
  /** How many numbers were compared, and those that are not as they must be. */
  compared: number
  wrong: string[]
}

export const EXACT = { lost: 0, invented: 0, wrong: [] }

export const judge = async (entries: Entry[], client: ClickHouseClient, db: string): Promise<Verdict> => {
  const expected = referenceOf(entries)
  const actual = await storedNumbersIn(client, db)
  return {
    uniqueEvents: expected.ids.size,
    duplicates: expected.logged - expected.ids.size,
    lost: missing(expected.ids, actual.ids),
    invented: missing(actual.ids, expected.ids),
    compared: expected.numbers.size,
    wrong: differences(expected.numbers, actual.numbers),
  }
}

const missing = (of: Set<string>, from: Set<string>): number => [...of].filter(id => !from.has(id)).length

/** The first ten numbers that differ, in words. */
export const differences = (expected: Numbers, actual: Numbers): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter(name => (expected.get(name) ?? 0) !== (actual.get(name) ?? 0))
    .map(name => `${name}: ${actual.get(name) ?? 0} instead of ${expected.get(name) ?? 0}`)
    .slice(0, 10)
