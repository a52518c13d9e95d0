/** `read-again.test.ts` has another seed. */
import { test } from 'vitest'
import { readAgain } from '../testing/read-again.ts'

test.each([1, 3])('what a store lost is read again across what was set aside: of seed %i', readAgain)
