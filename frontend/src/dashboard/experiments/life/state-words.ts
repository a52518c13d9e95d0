/** How an experiment stands and who sees what, in words. */
import type { Experiment, ExperimentState } from '@firsttouch/api/contract/experiments/life'
import { dayOf } from '../difference-words.ts'
import { adviceOn } from '../verdict/advice.ts'

export const STATE_WORDS: Readonly<Record<ExperimentState, string>> = {
  planned: 'Planned',
  running: 'Running',
  paused: 'Paused',
  ended: 'Ended',
  archived: 'Archived',
}

/** The label of a winner. Without one (null) everyone sees the control. */
export const labelIn = ({ variants }: Experiment, winner: string | null): string =>
  (winner === null ? variants[0] : variants.find(({ name }) => name === winner))?.label ?? winner ?? ''

export const isControl = ({ variants }: Experiment, winner: string | null): boolean =>
  winner === null || winner === variants[0]?.name

export const pageOf = ({ path }: Experiment): string => (path === '/' ? 'the front page' : `the page ${path}`)

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

export const share = (perCent: number): string =>
  `${perCent.toLocaleString('en-GB', { maximumFractionDigits: 2 })}%`

export const sharesInWords = (shares: readonly { label: string; share: number }[]): string =>
  LIST.format(shares.map(variant => `${variant.label} ${share(variant.share)}`))

/** "Everyone sees Original Landing Page since 3 Mar 2026." */
export const whoSeesWhat = (experiment: Experiment): string => {
  const since = experiment.since ? ` since ${dayOf(experiment.since)}` : ''
  const shown = labelIn(experiment, experiment.winner)
  switch (experiment.state) {
    case 'running':
      return `New visitors of ${pageOf(experiment)} are shared out: ${sharesInWords(experiment.variants)}${since}.`
    case 'paused':
      return `Paused: everyone sees ${shown}${since}, and nobody is counted.`
    case 'planned':
      return `Not started: everyone sees ${shown}, and nobody is counted.`
    default:
      return `Ended${experiment.winner === null ? ' without a winner' : ''}: everyone sees ${shown}${experiment.state === 'ended' ? since : ''}.`
  }
}

/** The verdict for a list: what to do, or how it ended. */
export const verdictInShort = (experiment: Experiment): string => {
  const { state, verdict, winner, run } = experiment
  if (state === 'planned') return 'Nobody sees it yet'
  if (state === 'archived' && run === null) return 'It was never started'
  if (state === 'ended' || state === 'archived')
    return winner === null ? 'Ended without a winner' : `${labelIn(experiment, winner)} is shown to everyone`
  if (!verdict) return 'No reading yet'
  const { words } = adviceOn(verdict)
  return state === 'paused' ? `Stopped for now; so far: ${words}` : words
}
