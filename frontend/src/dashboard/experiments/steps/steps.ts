import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { counted } from '../../words/format.ts'
import { visitorsOf } from '../result-panel.tsx'

type Words = {
  /** Label of the button and title of the dialog. */
  action: string
  done: string
  happens: string[]
}

/** The variant that the dialog preselects. For an ended test, it is the variant that visitors do not see. */
export const proposedWinner = ({ state, verdict, variants }: Experiment): string =>
  (state === 'ended' ? variants.find(({ share }) => share === 0)?.name : verdict?.winner) ??
  variants[0]?.name ??
  ''

export const endLabel = (experiment: Experiment, winner = proposedWinner(experiment)): string => {
  const { state, variants } = experiment
  const label = variants.find(({ name }) => name === winner)?.label
  if (state === 'ended') return `Show ${label} to everyone`
  return `${winner === variants[0]?.name ? `Keep ${label}` : `Show ${label} to everyone`} and end the test`
}

export const IN_A_FORM =
  'Visitors in the middle of a form finish it on their variant and lose nothing. They see the change on the next page that they open.'

/** `to` is the variant that everyone sees after the test has ended. */
export const wordsOf = (step: Step, experiment: Experiment, to = proposedWinner(experiment)): Words => {
  const { state, run, verdict, variants, winner, path } = experiment
  const page = path === '/' ? 'the front page' : `the page ${path}`
  const came = verdict ? counted(visitorsOf(verdict), 'visitors') : 'no visitors'
  const label = (variant: string | null) =>
    (variants.find(({ name }) => name === variant) ?? variants[0])?.label ?? ''
  const everyoneSees = (variant: string | null) =>
    `Everyone who opens ${page} sees ${label(variant)} within ten seconds.`
  const shared = (how: string) => `Within ten seconds, new visitors to ${page} are split ${how}.`
  const nothingChanges = `Nothing changes for visitors: everyone still sees ${label(winner)}.`
  const again = [
    'Everyone is assigned again, so some will switch to another variant.',
    `Counting starts from zero. The previous run stays in the list with ${came}. It cannot be resumed.`,
  ]
  const words: Record<Step, Words> = {
    start: {
      action: state === 'planned' ? 'Start the test' : 'Start a new run',
      done: state === 'planned' ? 'Test started' : 'New run started',
      happens: [
        ...[shared('as above'), IN_A_FORM, ...(run ? again : [])],
        'The traffic split, goal and plan stay as they are for this run. To change them, start a new run.',
      ],
    },
    pause: {
      action: 'Pause the test',
      done: 'Test paused',
      happens: [
        `${everyoneSees(null)} Visitors get their variant back when the test resumes.`,
        ...[IN_A_FORM, `Counting pauses at ${came} and continues from there when the test resumes.`],
      ],
    },
    resume: {
      action: 'Resume the test',
      done: 'Test resumed',
      happens: [
        `${shared('as before')} Visitors who had a variant see that one again.`,
        ...[IN_A_FORM, `The same run continues from ${came}. The days of the pause do not count.`],
      ],
    },
    end:
      state === 'ended'
        ? {
            action: endLabel(experiment),
            done: 'Variant shown to everyone',
            happens: [
              everyoneSees(to),
              IN_A_FORM,
              'No visitors are counted. The run’s result does not change.',
            ],
          }
        : {
            action: 'End the test',
            done: 'Test ended',
            happens: [
              ...[everyoneSees(to), IN_A_FORM],
              `Counting stops now, at ${came}. The result stays in the list of runs.`,
              'The run cannot be resumed. You can repeat the test later. The new run counts from zero.',
            ],
          },
    archive: {
      action: 'Archive the test',
      done: 'Test archived',
      happens: [
        nothingChanges,
        'The test moves to the end of the list with its results and its history. You can restore it.',
      ],
    },
    reopen:
      state === 'archived'
        ? {
            action: 'Restore the test',
            done: 'Test restored',
            happens: [nothingChanges, 'The test stays in the list. You can start it there.'],
          }
        : {
            action: 'Repeat the test',
            done: 'New run started',
            happens: [
              `A new run with the same plan begins. ${shared('as in the last run')}`,
              ...[IN_A_FORM, ...again],
            ],
          },
  }
  return words[step]
}
