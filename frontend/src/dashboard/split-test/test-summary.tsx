/** One split test on the overview: its verdict and what it counted; the page of the test has the rest. */
import type { AbTestStats } from '@firsttouch/api/contract/experiments'
import { WholeList } from '../pieces/short-lists.tsx'
import { Arms, Breakdown } from './variant-counts.tsx'
import { VerdictPanel } from './verdict/verdict-panel.tsx'

export const TestSummary = ({ testName, stats }: { testName: string; stats: AbTestStats }) => {
  const verdict = stats.verdicts.find(one => one.testName === testName)
  return (
    <>
      {verdict && <VerdictPanel verdict={verdict} />}
      <Arms testName={testName} stats={stats} verdict={verdict} />
      <div className="border-t border-line">
        <Breakdown testName={testName} stats={stats} verdict={verdict} />
      </div>
      <WholeList page="split-test">The difference, its history, and a new run</WholeList>
    </>
  )
}
