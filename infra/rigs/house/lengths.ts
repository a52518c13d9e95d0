/** How long files and functions are. The formatter's indents say where a function begins and ends. */
import { read } from './imports.ts'

export const linesOf = (file: string): number => read(file).trimEnd().split('\n').length

export const quantileOf = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const OPENS = /(=> |\bfunction\b.*|^\s*(?:async )?\w+\([^)]*\)(?:: [^{]+)? )\{$/
const CONTROL = /^\s*(if|for|while|switch|catch|try|else|do)\b/

/** Functions of more than `most` lines, from the line that opens the body to the one that closes it. */
export const longFunctionsIn = (file: string, most: number, text = read(file)): string[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, from) => {
    if (!OPENS.test(line) || CONTROL.test(line)) return []
    const indent = /^\s*/.exec(line)?.[0] ?? ''
    const length = lines.slice(from + 1).findIndex(next => next.startsWith(`${indent}}`)) + 2
    return length > most ? [`${file}:${from + 1} has ${length} lines`] : []
  })
}

export const LONG = 40

/** What each workspace has now of the middle file, of nine files in ten, and of functions over 40 lines. No number may grow. */
export const NOW: Record<string, { median: number; nineInTen: number; long: number }> = {
  frontend: { median: 60, nineInTen: 150, long: 26 },
  ingest: { median: 84, nineInTen: 234, long: 2 },
  projector: { median: 60, nineInTen: 150, long: 1 },
  api: { median: 60, nineInTen: 150, long: 6 },
  infra: { median: 66, nineInTen: 150, long: 8 },
}
