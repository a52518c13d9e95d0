/** How old the figures are, in words for the head of the page. */
import { duration } from '../words/format.ts'

/** Beyond this they are not merely on their way: counting stands still, or catches up as after a restore. */
const BEHIND_MS = 30_000

export const lagWords = (ms: number | null): { words: string; isBehind: boolean } => {
  if (ms === null) return { words: 'lag not known', isBehind: false }
  if (ms < BEHIND_MS) return { words: `lag ${duration(ms)}`, isBehind: false }
  return { words: `being counted: figures are ${duration(ms)} old`, isBehind: true }
}
