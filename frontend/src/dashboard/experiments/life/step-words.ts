/** How each step is called: on its button, over its dialog, on the button that takes it, and once it is done. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { controlOf, isControl, shownToAll } from './state-words.ts'

const WORDS = {
  start: ['Start the test…', 'Start the test?', 'Start the test', 'Test Started'],
  startAgain: ['Start a new run…', 'Start a new run?', 'Start the new run', 'New Run Started'],
  pause: ['Pause…', 'Pause the test?', 'Pause the test', 'Test Paused'],
  resume: ['Go on…', 'Go on with the test?', 'Go on with the test', 'Test Goes On'],
  end: ['End the test…', 'End the test?', '', 'Test Ended'],
  reopen: ['Open it again…', 'Open the test again?', 'Share visitors out again', 'Test Opened Again'],
  unarchive: ['Take out of the archive…', 'Take it out of the archive?', 'Take it out', 'Test Opened Again'],
  archive: ['Archive…', 'Archive the test?', 'Archive the test', 'Test Archived'],
} as const

export const wordsOf = (step: Step, { state }: Pick<Experiment, 'state'>) => {
  const isOther = (step === 'start' && state !== 'planned') || (step === 'reopen' && state === 'archived')
  const [button, title, confirm, done] =
    WORDS[isOther ? (step === 'start' ? 'startAgain' : 'unarchive') : step]
  return { button, title, confirm, done }
}

/** `winner`: whom everyone sees then; null is the control without a winner. */
export const endLabel = (experiment: Experiment, winner: string | null): string =>
  isControl(experiment, winner)
    ? `Keep ${controlOf(experiment)} and end the test`
    : `Show ${shownToAll({ ...experiment, winner })} to everyone and end the test`
