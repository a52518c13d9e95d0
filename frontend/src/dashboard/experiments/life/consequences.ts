/** What a step does, to whom and when, in sentences. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { counted } from '../../words/format.ts'
import { roughly } from '../difference-words.ts'
import { visitorsOf } from '../verdict/advice.ts'
import type { ActionKind } from './actions.ts'
import { controlOf, pageOf, sharesInWords, shownToAll } from './state-words.ts'

export const IN_A_FORM =
  'Who is in the middle of a form finishes it on the version that they have, and nothing that they typed is lost: the change shows with the next page that they open.'

const counts = ({ verdict }: Experiment): string =>
  verdict ? counted(visitorsOf(verdict), 'visitors') : 'no visitors'

/** `winner` is of an end: null is the control. */
export const consequencesOf = (
  kind: Exclude<ActionKind, 'start' | 'look'>,
  experiment: Experiment,
  winner: string | null = null,
): string[] => {
  switch (kind) {
    case 'end':
      return [
        `Everyone who opens ${pageOf(experiment)} sees ${shownToAll({ ...experiment, winner })}, within ten seconds, also those who had another version until now.`,
        IN_A_FORM,
        `Counting ends with ${counts(experiment)}. The result stays in the list of runs.`,
        'It can be called back: that is a new run with the same plan, which counts from zero.',
      ]
    case 'pause':
      return [
        `Everyone who opens ${pageOf(experiment)} sees ${controlOf(experiment)}, within ten seconds. Who had another version gets it back when the test goes on.`,
        IN_A_FORM,
        `Nobody is counted meanwhile; what was counted stays (${counts(experiment)}).`,
      ]
    case 'resume':
      return [
        `New visitors of ${pageOf(experiment)} are shared out again as in this run, within ten seconds; who had a version before sees that one again.`,
        IN_A_FORM,
        `Counting goes on from ${counts(experiment)} in the same run. The time of the pause counts for nothing.`,
      ]
    case 'reopen':
      return reopened(experiment)
    case 'archive':
      return [
        `Nothing changes for visitors: everyone goes on seeing ${shownToAll(experiment)}.`,
        'The test goes to the end of the list, with its results and its history. It can be taken out again.',
      ]
    case 'wait':
      return whileWaiting(experiment)
  }
}

const reopened = (experiment: Experiment): string[] =>
  experiment.state === 'archived'
    ? [
        'The test stands among the others again as it was before, and can be started from there.',
        `Nothing changes for visitors: everyone goes on seeing ${shownToAll(experiment)}.`,
      ]
    : [
        `Visitors of ${pageOf(experiment)} are shared out again as in the last run, within ten seconds. Everyone is assigned anew, so some will see another version than now.`,
        IN_A_FORM,
        'It is a new run with the same plan, which counts from zero. Results of earlier runs stay in their list.',
      ]

const whileWaiting = (experiment: Experiment): string[] => {
  const { verdict } = experiment
  const left = verdict?.plan.daysLeft ?? null
  return [
    `Nothing changes: visitors of ${pageOf(experiment)} go on being shared out, ${sharesInWords(experiment.variants)}, and each keeps the version that they have.`,
    left === null || left === 0
      ? 'How long it takes until a verdict falls cannot be said at the present pace.'
      : `At the present pace the planned visitors have come in ${roughly(left)}; a verdict can fall before.`,
    'You need not look: a mark at “A/B tests” tells you when a verdict falls or visitors are not shared out as planned.',
  ]
}
