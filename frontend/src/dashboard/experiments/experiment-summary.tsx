/** One experiment on the overview: its verdict and what it counted; its own page has the rest. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { WholeList } from '../pieces/short-lists.tsx'
import { StatePanel } from './life/state-panel.tsx'
import { Breakdown, VariantResults } from './variant-counts.tsx'
import { VerdictPanel } from './verdict/verdict-panel.tsx'

type ExperimentSummaryProps = {
  testName: string
  stats: AbTestStats
  /** undefined while it is not known how it stands. */
  experiment: Experiment | undefined
}

export const ExperimentSummary = ({ testName, stats, experiment }: ExperimentSummaryProps) => {
  const verdict = stats.verdicts.find(one => one.testName === testName)
  return (
    <>
      {experiment && experiment.state !== 'running' ? (
        <StatePanel experiment={experiment} />
      ) : (
        verdict && <VerdictPanel verdict={verdict} />
      )}
      <VariantResults testName={testName} stats={stats} verdict={verdict} />
      <div className="border-t border-line">
        <Breakdown testName={testName} stats={stats} verdict={verdict} />
      </div>
      <WholeList page="split-test" more={{ test: testName }}>
        What to do with it, the difference and its history
      </WholeList>
    </>
  )
}
