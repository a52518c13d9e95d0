/** `by-session.long.test.ts` asks more. */
import { test } from 'vitest'
import { expectBothToSayTheSame } from '../testing/by-session.ts'

test('roll-ups say what the events say, after every batch of chance 2', () => expectBothToSayTheSame(2, 4))
