/** One experiment on the overview: its verdict and what it counted; its own page has the rest. */
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { WholeList } from '../pieces/short-lists.tsx'
import { Breakdown, VariantResults } from './variant-counts.tsx'
import { VerdictPanel } from './verdict/verdict-panel.tsx'

export const ExperimentSummary = ({ testName, stats }: { testName: string; stats: AbTestStats }) => {
  const verdict = stats.verdicts.find(one => one.testName === testName)
  return (
    <>
      {verdict && <VerdictPanel verdict={verdict} />}
      <VariantResults testName={testName} stats={stats} verdict={verdict} />
      <div className="border-t border-line">
        <Breakdown testName={testName} stats={stats} verdict={verdict} />
      </div>
      <WholeList page="split-test">The difference, its history, and a new run</WholeList>
    </>
  )
}
