/** S-51 for expressions that are not ours. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { judge } from './linear.ts'

/** Of the libraries whose rules our schemas use; isbot's has lookarounds, and is given 1,024 characters at most. */
test.each([
  ['uuid', z.regexes.uuid(7)],
  ['any uuid', z.regexes.uuid()],
  ['day', z.regexes.date],
  ['time', z.regexes.datetime({})],
  ['time with its zone', z.regexes.datetime({ offset: true })],
])('the library’s rule for a %s is linear', (_what, { source, flags }) => {
  expect(judge({ source, flags })).toEqual({ linear: true })
})
