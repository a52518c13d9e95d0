import { expect, test } from 'vitest'
import { changedText, undoneText } from './use-lead-change.ts'

test.each([
  [0, 'Nothing to change: all selected leads already have these values.'],
  [1, '1 lead changed.'],
  [2, '2 leads changed.'],
])('a bulk change of %i leads is worded correctly', (changed, text) =>
  expect(changedText({ changed })).toBe(text),
)

test.each([
  [1, 0, '1 lead is as before.'],
  [2, 1, '2 leads are as before. 1 lead was changed since and stays as it is.'],
  [0, 2, '0 leads are as before. 2 leads were changed since and stay as they are.'],
])('an undo with %i restored and %i kept is worded correctly', (restored, kept, text) =>
  expect(undoneText({ restored, kept })).toBe(text),
)
