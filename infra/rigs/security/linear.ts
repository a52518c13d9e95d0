/** Proves by automaton that an expression takes linear time for every text. */
import { createRequire } from 'node:module'

// recheck's native programs exist only for some machines. It reads this variable when it loads.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync }: typeof import('recheck') = createRequire(import.meta.url)('recheck')

export type Verdict = { linear: true } | { linear: false; why: string; attack?: string }

/** A proof usually takes 0.1 s, and much longer on a busy machine. */
const ENOUGH_MS = 30_000

/**
 * Judges one search for an expression. A repeated search (`g`, `y`, split) is judged as a single walk over the text.
 * For example, a search for comments takes linear time for one `/*` without an end, but quadratic time for a text that
 * is full of `/*`.
 */
export const judge = ({ source, flags }: { source: string; flags: string }): Verdict => {
  const walks = /[gy]/.test(flags)
  const looked = walks ? `(?:(?:${source})|[\\s\\S])*` : source
  const answer = checkSync(looked, flags.replace(/[gyd]/g, ''), {
    // The fuzz checker only tries attacks, which proves nothing.
    checker: 'automaton',
    timeout: ENOUGH_MS,
  })
  if (answer.status === 'safe') return { linear: true }
  if (answer.status === 'unknown')
    return { linear: false, why: UNKNOWN[answer.error.kind] ?? answer.error.kind }
  return { linear: false, why: answer.complexity.summary, attack: answer.attack.pattern }
}

const UNKNOWN: Record<string, string> = {
  timeout: `could not be proven within ${ENOUGH_MS / 1000} s: split it, or limit lengths outside of it`,
  unsupported: 'has lookarounds or back references, which cannot be proven',
}
