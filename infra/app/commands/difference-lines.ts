import type { Difference } from '@firsttouch/projector/generations/parity'

const SHOWN = 50

/** The first of them, a line each; both numbers have a word behind them. */
export const differenceLines = (
  differences: readonly Difference[],
  { before: one, after: other }: { before: string; after: string },
): string[] =>
  differences
    .slice(0, SHOWN)
    .map(
      ({ what, key, before, after }) =>
        `  ${what} | ${key || '(none)'} | ${before} ${one} | ${after} ${other}`,
    )
