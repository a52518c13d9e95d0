/** One line for each test: what was injected, how often, and what was lost. The long form collects them in a file. */
import { appendFile } from 'node:fs/promises'
import type { Verdict } from './judge.ts'

export type Result = {
  /** Such as R-01. */
  id: string
  injected: string
  times: number
  events: number
  duplicates: number
  lost: number
  wrong: number
}

export const report = async (result: Result): Promise<void> => {
  const line = JSON.stringify(result)
  console.log(line)
  if (process.env.FAULTS_RESULTS) await appendFile(process.env.FAULTS_RESULTS, `${line}\n`)
}

export const reportVerdict = (
  id: string,
  injected: string,
  times: number,
  { uniqueEvents, duplicates, lost, invented, wrong }: Verdict,
): Promise<void> =>
  report({
    id,
    injected,
    times,
    events: uniqueEvents,
    duplicates,
    lost: lost + invented,
    wrong: wrong.length,
  })
