/** S-51: regular expressions of libraries are linear too. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { judge } from './linear.ts'

/** Expressions of zod and isbot. The one of isbot has lookarounds, and its texts at most 1,024 characters. */
test.each([
  ['uuid', z.regexes.uuid(7)],
  ['any uuid', z.regexes.uuid()],
  ['day', z.regexes.date],
  ['time', z.regexes.datetime({})],
  ['time with its zone', z.regexes.datetime({ offset: true })],
])('the library’s rule for a %s is linear', (_what, { source, flags }) => {
  expect(judge({ source, flags })).toEqual({ linear: true })
})
