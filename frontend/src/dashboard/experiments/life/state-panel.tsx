/** What stands in the place of the verdict while a test does not run: how it stands, and what it found. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { ReactNode } from 'react'
import { partsOf, visitorsOf } from '../verdict/advice.ts'
import { controlOf, shownToAll } from './state-words.ts'

export const StatePanel = ({ experiment, children }: { experiment: Experiment; children?: ReactNode }) => {
  const { finding, rest } = wordsOf(experiment)
  return (
    <div className="max-w-[46rem] px-4 pt-4 pb-5 sm:px-5">
      <p data-state={experiment.state}>
        <strong className="block text-2xl leading-tight font-semibold tracking-tight text-balance">
          {finding}
        </strong>
        <span className="mt-2 block text-lg leading-relaxed">{rest}</span>
      </p>
      {children}
    </div>
  )
}

const wordsOf = (experiment: Experiment): { finding: string; rest: string } => {
  const { state, verdict, winner } = experiment
  const found =
    verdict && visitorsOf(verdict) > 0 ? `What was found: ${partsOf(verdict.sentence).finding}` : ''
  const shown = shownToAll(experiment)
  switch (state) {
    case 'planned':
      return {
        finding: 'Not started yet.',
        rest: `Everyone sees ${controlOf(experiment)}. Nobody is counted until somebody starts the test.`,
      }
    case 'paused':
      return {
        finding: `Paused: everyone sees ${shown}.`,
        rest: `Nobody is counted until the test goes on; what was counted stays. ${found}`,
      }
    default:
      return {
        finding: `Everyone sees ${shown}.`,
        rest: `The test has ended${winner === null ? ' without a winner' : ''}${state === 'archived' ? ' and is archived' : ''}. ${found}`,
      }
  }
}
