import type { Experiment as Declared } from '@firsttouch/ingest/experiments'
import { controlOf, labelOf, type Shares } from '../contract/experiments/declared-shares.ts'
import type { StateName, Step } from '../contract/experiments/life.ts'
import type { Verdict } from '../contract/experiments/results.ts'
import type { StoredChange } from './life/changes.ts'
import { visitorsOf } from './statistics/comparison.ts'
import { count, listed, many } from './statistics/words.ts'

/** Lists the declared variants in order, then the undeclared variants by name. */
const sharesInWords = (declared: Declared, shares: Shares): string => {
  const names = new Set([...declared.variants.map(({ name }) => name), ...Object.keys(shares)])
  return listed(
    [...names].flatMap(name => {
      const share = shares[name]?.toLocaleString('en-GB', { maximumFractionDigits: 2 })
      return share ? [`${labelOf(declared, name)} ${share}%`] : []
    }),
  )
}

type Shown = {
  state: StateName
  winner: string | null
  /** Percentages of new visitors. */
  shares: Shares
  newest: { at: Date } | null
}

/** Example: "Ended: everyone sees Original Landing Page (since 3 Mar 2026)." */
export const shownTo = (declared: Declared, experiment: Shown, timeZone: string): string => {
  const { state, winner, shares, newest } = experiment
  const page = declared.path === '/' ? 'the front page' : `the page ${declared.path}`
  const since = newest
    ? ` (since ${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(newest.at)})`
    : ''
  const everyone = `everyone sees ${labelOf(declared, winner ?? controlOf(declared))}`
  switch (state) {
    case 'running':
      return `New visitors to ${page} are split: ${sharesInWords(declared, shares)}.`
    case 'paused':
      return `Paused: ${everyone}${since}, and no visitor is counted.`
    case 'planned':
      return `Not started: ${everyone}, and no visitor is counted.`
    default:
      return `Ended${winner === null ? ' without a winner' : ''}: ${everyone}${state === 'ended' ? since : ''}.`
  }
}

/** The recommended step. null if the verdict says to wait. */
export const dueStep = (state: StateName, verdict: Verdict | null): Step | null => {
  if (state === 'planned') return 'start'
  if (state === 'paused') return 'resume'
  const tone = state === 'running' && verdict?.advice.tone
  return tone === 'act' || tone === 'choose' ? 'end' : null
}

type Change = Pick<StoredChange, 'step' | 'state' | 'winner' | 'shares'>

export const changeInWords = (declared: Declared, { step, state, winner, shares }: Change): string => {
  const shared = () => sharesInWords(declared, shares)
  switch (step) {
    case 'start':
      return `Started a run: ${shared()}.`
    case 'pause':
      return `Paused: everyone sees ${labelOf(declared, controlOf(declared))}.`
    case 'resume':
      return `Resumed: ${shared()}.`
    case 'end':
      return `Ended${winner === null ? ' without a winner' : ''}: everyone sees ${labelOf(declared, winner ?? controlOf(declared))}.`
    case 'reopen':
      return state === 'running' ? `Repeated as a new run: ${shared()}.` : 'Restored from the archive.'
    case 'archive':
      return 'Archived.'
  }
}

/** Says what stays unproven if `shown` wins, or if a new run starts (null). Returns '' if the verdict recommends it. */
export const notKnown = (verdict: Verdict | null | undefined, shown: string | null): string => {
  if (!verdict) return 'Analytics are unavailable, so the verdict is unknown.'
  const { state, winner, sentence, arms, plan } = verdict
  if (state === 'no_difference' || (winner !== null && (shown === null || shown === winner))) return ''
  const came = visitorsOf(arms)
  const after =
    plan.targetVisitors === null
      ? many(came, 'visitor')
      : `${count(came)} of ${many(plan.targetVisitors, 'planned visitor')}`
  return `The verdict does not recommend this step. After ${after}, it says: “${sentence.split(/[:.]/)[0]}”.`
}
