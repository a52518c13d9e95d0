/** Whether an expression's time is linear in the length of the text, whatever the text: proven by its automaton. */
import { createRequire } from 'node:module'

// The same everywhere: the package's native programs exist for some machines only. It is read when the package loads.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync }: typeof import('recheck') = createRequire(import.meta.url)('recheck')

export type Verdict = { linear: true } | { linear: false; why: string; attack?: string }

/** A tenth of a second is usual; a machine that is busy with other things takes many times that. */
const ENOUGH_MS = 30_000

/**
 * A search is judged as it is. What is used again and again over one text (`g`, `y`, split) is judged as that whole walk: a
 * comment's start that looks for an end in vain is no trouble once, and quadratic for a text of nothing but starts.
 */
export const judge = ({ source, flags }: { source: string; flags: string }): Verdict => {
  const walks = /[gy]/.test(flags)
  const looked = walks ? `(?:(?:${source})|[\\s\\S])*` : source
  const answer = checkSync(looked, flags.replace(/[gyd]/g, ''), {
    // The other checker tries attacks: finding none proves nothing.
    checker: 'automaton',
    timeout: ENOUGH_MS,
  })
  if (answer.status === 'safe') return { linear: true }
  if (answer.status === 'unknown')
    return { linear: false, why: UNKNOWN[answer.error.kind] ?? answer.error.kind }
  return { linear: false, why: answer.complexity.summary, attack: answer.attack.pattern }
}

const UNKNOWN: Record<string, string> = {
  timeout: `could not be proven within ${ENOUGH_MS / 1000} s: split it, or hold lengths outside of it`,
  unsupported: 'has lookarounds or back references, which cannot be proven',
}
