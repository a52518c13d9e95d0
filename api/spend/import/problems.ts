import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { FileProblem } from '../../contract/costs/spend.ts'

const MOST_LISTED = 50
export const firstOf = <T>(all: readonly T[]): [listed: T[], more: number] => [
  all.slice(0, MOST_LISTED),
  Math.max(0, all.length - MOST_LISTED),
]

export type Problems = {
  listed: FileProblem[]
  more: number
  add: (line: number | null, field: string, message: string) => void
}

export const openProblems = (): Problems => {
  const problems: Problems = {
    listed: [],
    more: 0,
    add: (line, field, message) => {
      if (problems.listed.length < MOST_LISTED) problems.listed.push({ line, field, message })
      else problems.more += 1
    },
  }
  return problems
}

export const refused = (status: number, sentence: string, message?: string): HttpError =>
  new HttpError(status, `${sentence} Nothing was stored.`, message ? [{ path: 'file', message }] : undefined)

/** Matches a cell without a value: empty, a dash, or "n/a". */
export const NONE = /^(?:[-\u2013\u2014]{1,2}|n\/a)?$/i

export const shown = (cell: string): string => `“${cell.slice(0, 80)}${cell.length > 80 ? '…' : ''}”`
