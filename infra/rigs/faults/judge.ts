/** Compares the read models with numbers computed from the log. */
import type { ClickHouseClient } from '@clickhouse/client'
import { type Entry, type Numbers, referenceOf } from './reference.ts'
import { storedNumbersIn } from './stored-numbers.ts'

export type Verdict = {
  uniqueEvents: number
  /** Repeats of events in the log. */
  duplicates: number
  /** `lost`: events in the log but not in the store. `invented`: events in the store but not in the log. */
  lost: number
  invented: number
  /** `compared`: how many numbers. `wrong`: the numbers that differ. */
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

/** The first ten numbers that differ, as sentences. */
export const differences = (expected: Numbers, actual: Numbers): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter(name => (expected.get(name) ?? 0) !== (actual.get(name) ?? 0))
    .map(name => `${name}: ${actual.get(name) ?? 0} instead of ${expected.get(name) ?? 0}`)
    .slice(0, 10)
