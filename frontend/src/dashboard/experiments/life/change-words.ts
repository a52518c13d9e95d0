/** What a step did, for the history of a test. */
import type { Experiment, ExperimentChange } from '@firsttouch/api/contract/experiments/life'
import { controlOf, labelIn, sharesInWords } from './state-words.ts'

/** Shares in the order of the variants; those of a variant no longer declared come by their bare name. */
const sharesOf = ({ shares }: ExperimentChange, { variants }: Experiment): string => {
  const known = variants.map(({ name }) => name)
  const names = [
    ...known.filter(name => name in shares),
    ...Object.keys(shares).filter(name => !known.includes(name)),
  ]
  return sharesInWords(
    names.map(name => ({
      label: variants.find(variant => variant.name === name)?.label ?? name,
      share: shares[name] ?? 0,
    })),
  )
}

export const changeInWords = (change: ExperimentChange, experiment: Experiment): string => {
  const control = controlOf(experiment)
  switch (change.step) {
    case 'start':
      return `Started a run: ${sharesOf(change, experiment)}.`
    case 'pause':
      return `Paused: everyone sees ${control}.`
    case 'resume':
      return `Went on: ${sharesOf(change, experiment)}.`
    case 'end':
      return change.winner === null
        ? `Ended without a winner: everyone sees ${control}.`
        : `Ended: everyone sees ${labelIn(experiment, change.winner)}.`
    case 'reopen':
      return change.state === 'running'
        ? `Opened again as a new run: ${sharesOf(change, experiment)}.`
        : 'Taken out of the archive.'
    case 'archive':
      return 'Archived.'
  }
}
