/** `by-session.test.ts` asks a part of it. */
import { test } from 'vitest'
import { expectBothToSayTheSame } from '../testing/by-session.ts'

test('roll-ups say what the events say, after every batch of chance 1', () => expectBothToSayTheSame(1, 10))
