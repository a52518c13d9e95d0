/** Collects the problems of a file with line and heading. Reports the first 50 and counts the others. */
import type { FileProblem } from '../../contract/costs/spend.ts'

const MOST_TOLD = 50

export type Problems = {
  told: FileProblem[]
  more: number
  add: (line: number | null, field: string, message: string) => void
}

export const openProblems = (): Problems => {
  const problems: Problems = {
    told: [],
    more: 0,
    add: (line, field, message) => {
      if (problems.told.length < MOST_TOLD) problems.told.push({ line, field, message })
      else problems.more += 1
    },
  }
  return problems
}

/** A cell in a sentence. */
export const shown = (cell: string): string => `“${cell.slice(0, 80)}${cell.length > 80 ? '…' : ''}”`
