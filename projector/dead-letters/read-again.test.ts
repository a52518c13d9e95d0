/** `read-again.long.test.ts` has more seeds. */
import { test } from 'vitest'
import { readAgain } from '../testing/read-again.ts'

test('what a store lost is read again across what was set aside: of seed 2', () => readAgain(2))
