import { test } from 'vitest'
import { expectBothToSayTheSame } from '../testing/by-session.ts'

test.each([
  [1, 10],
  [2, 12],
])('roll-ups say what the events say, after every batch of chance %d', expectBothToSayTheSame)
