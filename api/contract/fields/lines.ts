import { z } from 'zod'

const MOST = 100

export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** `clean` normalises an entry before duplicates are removed. `faultOf` returns what is wrong with an invalid entry. */
export const lines = (
  name: string,
  faultOf: (line: string) => string | undefined,
  clean: (line: string) => string = line => line,
) =>
  z
    .string({ error: `${name} must be a text, one a line` })
    .max(5_000, `${name} must have at most 5,000 characters`)
    .overwrite(text => [...new Set(linesIn(text).map(clean))].join('\n'))
    .superRefine((text, context) => {
      const entries = linesIn(text)
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      if (entries.length > MOST) refuse(`${name} must be at most ${MOST} lines`)
      const fault = entries.map(faultOf).find(Boolean)
      if (fault) refuse(`${name}: ${fault}`)
    })
