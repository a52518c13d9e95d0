/** Each step that staff take: how it is called, and what it does, to whom and when. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { counted } from '../../words/format.ts'
import { dayOf } from '../difference-words.ts'
import { isDecided, visitorsOf } from '../verdict/advice.ts'
import { isControl, labelIn, pageOf } from './state-words.ts'

const WORDS = {
  start: { action: 'Start the test', done: 'Test started' },
  startAgain: { action: 'Start a new run', done: 'New run started' },
  pause: { action: 'Pause the test', done: 'Test paused' },
  resume: { action: 'Resume the test', done: 'Test resumed' },
  end: { action: 'End the test', done: 'Test ended' },
  reopen: { action: 'Reopen the test', done: 'Test reopened' },
  unarchive: { action: 'Take the test out of the archive', done: 'Test taken out of the archive' },
  archive: { action: 'Archive the test', done: 'Test archived' },
} as const

/** On buttons and over the dialog, and once it is done. */
export const wordsOf = (step: Step, { state }: Pick<Experiment, 'state'>) => {
  if (step === 'start' && state !== 'planned') return WORDS.startAgain
  return step === 'reopen' && state === 'archived' ? WORDS.unarchive : WORDS[step]
}

export const endLabel = (experiment: Experiment, winner: string | null): string =>
  isControl(experiment, winner)
    ? `Keep ${labelIn(experiment, null)} and end the test`
    : `Show ${labelIn(experiment, winner)} to everyone and end the test`

export const IN_A_FORM =
  'Who is in the middle of a form finishes it on the version that they have, and nothing that they typed is lost: the change shows with the next page that they open.'

/** `winner` is of an end: null is the control. */
export const consequencesOf = (
  step: Step,
  experiment: Experiment,
  winner: string | null = null,
): string[] => {
  const { state, verdict } = experiment
  const page = pageOf(experiment)
  const visitors = verdict ? counted(visitorsOf(verdict), 'visitors') : 'no visitors'
  const unchanged = `Nothing changes for visitors: everyone goes on seeing ${labelIn(experiment, experiment.winner)}.`
  switch (step) {
    case 'start':
      return [
        `Visitors of ${page} are shared out as above, within ten seconds. ${experiment.run ? ANEW : 'Each keeps the version that they are given.'}`,
        IN_A_FORM,
        ...whatEnds(experiment, visitors),
        'Shares, goal and plan cannot be changed later, only replaced by another run, which counts from zero.',
      ]
    case 'end':
      return [
        `Everyone who opens ${page} sees ${labelIn(experiment, winner)}, within ten seconds, also those who had another version until now.`,
        IN_A_FORM,
        `Counting ends with ${visitors}. The result stays in the list of runs.`,
        'The test can be reopened: that is a new run with the same plan, which counts from zero.',
      ]
    case 'pause':
      return [
        `Everyone who opens ${page} sees ${labelIn(experiment, null)}, within ten seconds. Who had another version gets it back when the test resumes.`,
        IN_A_FORM,
        `Nobody is counted meanwhile; what was counted stays (${visitors}).`,
      ]
    case 'resume':
      return [
        `New visitors of ${page} are shared out again as in this run, within ten seconds; who had a version before sees that one again.`,
        IN_A_FORM,
        `Counting goes on from ${visitors} in the same run. The time of the pause counts for nothing.`,
      ]
    case 'reopen':
      return state === 'archived'
        ? [
            'The test stands among the others again as it was before, and can be started from there.',
            unchanged,
          ]
        : [
            `Visitors of ${page} are shared out again as in the last run, within ten seconds. ${ANEW}`,
            IN_A_FORM,
            'It is a new run with the same plan, which counts from zero. Results of earlier runs stay in their list.',
          ]
    case 'archive':
      return [
        unchanged,
        'The test goes to the end of the list, with its results and its history. It can be taken out again.',
      ]
  }
}

const ANEW = 'Everyone is assigned anew, so some will see another version than now.'

/** What a start does to a run that is under way. */
const whatEnds = ({ state, verdict, run }: Experiment, visitors: string): string[] => {
  if ((state !== 'running' && state !== 'paused') || !verdict || !run) return []
  const from = verdict.startedAt ? `The run that began on ${dayOf(verdict.startedAt)}` : 'The running run'
  const result = isDecided(verdict)
    ? 'Its result stays in the list of runs.'
    : 'It has no result yet and will not get one; it cannot be taken up again.'
  return [`${from} ends now with ${visitors}. ${result}`]
}
