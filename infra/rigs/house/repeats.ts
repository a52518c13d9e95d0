/** Runs of lines that are written twice: code as it is read, whatever its indents, without imports, comments and brackets. */
import { read } from './imports.ts'

const MOST = 5

type Line = { text: string; number: number }

/** An import that is formatted over several lines ends with the line that says from where. */
const codeOf = (text: string): Line[] => {
  let importing = false
  return text.split('\n').flatMap((line, index) => {
    const code = line.trim()
    importing ||=
      /^(import|export) (type )?[{*\w]/.test(code) && !/=|^export (const|function|type \w+ =)/.test(code)
    const counts = !importing && /\w/.test(code) && !/^(\/\/|\/?\*)/.test(code)
    if (/from '[^']+'$|^import '/.test(code)) importing = false
    return counts ? { text: code, number: index + 1 } : []
  })
}

export type Repeat = { lines: number; places: [string, string] }

/** The longest runs of more than five lines that stand in two places, or twice in one file without touching. */
export const repeatsIn = (files: string[], textOf: (file: string) => string = read): Repeat[] => {
  const code = files.map(file => ({ file, lines: codeOf(textOf(file)) }))
  const seen = new Map<string, { at: number; from: number }[]>()
  const found: Repeat[] = []
  for (const [at, { lines }] of code.entries())
    for (let from = 0; from + MOST < lines.length; from += 1) {
      const key = lines
        .slice(from, from + MOST + 1)
        .map(line => line.text)
        .join('\n')
      const others = seen.get(key) ?? []
      for (const other of others) {
        const there = code[other.at]?.lines ?? []
        // The middle of a run that was found at its beginning.
        if (from > 0 && there[other.from - 1]?.text === lines[from - 1]?.text) continue
        const length = lengthOf(there, other.from, lines, from)
        if (other.at === at && other.from + length > from) continue
        const place = (file: string | undefined, line: Line | undefined) => `${file}:${line?.number}`
        found.push({
          lines: length,
          places: [place(code[other.at]?.file, there[other.from]), place(code[at]?.file, lines[from])],
        })
      }
      seen.set(key, [...others, { at, from }])
    }
  return found
}

const lengthOf = (a: Line[], fromA: number, b: Line[], fromB: number): number => {
  let length = 0
  while (a[fromA + length] && a[fromA + length]?.text === b[fromB + length]?.text) length += 1
  return length
}
