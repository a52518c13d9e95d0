/** What a start does to visitors and to a run that is under way. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { counted } from '../../words/format.ts'
import { dayOf } from '../difference-words.ts'
import { IN_A_FORM } from '../life/consequences.ts'
import { pageOf } from '../life/state-words.ts'
import { isDecided, visitorsOf } from '../verdict/advice.ts'

export const whatStarts = (experiment: Experiment): string[] => [
  `Visitors of ${pageOf(experiment)} are shared out as above, within ten seconds. ${experiment.run ? 'Everyone is assigned anew, so some will see another version than now.' : 'Each keeps the version that they are given.'}`,
  IN_A_FORM,
  ...whatEnds(experiment),
  'Shares, goal and plan cannot be changed later, only replaced by another run, which counts from zero.',
]

const whatEnds = ({ state, verdict, run }: Experiment): string[] => {
  if ((state !== 'running' && state !== 'paused') || !verdict || !run) return []
  const from = verdict.startedAt ? `The run that began on ${dayOf(verdict.startedAt)}` : 'The running run'
  const result = isDecided(verdict)
    ? 'Its result stays in the list of runs.'
    : 'It has no result yet and will not get one; it cannot be taken up again.'
  return [`${from} ends now with ${counted(visitorsOf(verdict), 'visitors')}. ${result}`]
}
