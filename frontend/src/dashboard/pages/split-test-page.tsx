import { useRead } from '../data/use-read.ts'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { Empty } from '../pieces/empty.tsx'
import { SplitTest } from '../split-test/split-test.tsx'
import { TestResult } from '../split-test/test-result.tsx'

export const SplitTestPage = () => (
  <CardBoundary what="split-test results">
    <NothingYet />
    <SplitTest result={TestResult} />
  </CardBoundary>
)

/** The card itself is shown only when there is something to show; a page must say why it is empty. */
const NothingYet = () =>
  useRead('experiments').data?.testStats.length === 0 && (
    <div className="rounded-lg border border-line bg-card">
      <Empty title="Nobody has seen a split test yet.">
        Visitors of the landing page are assigned to a version by themselves; the first one makes the results
        appear here.
      </Empty>
    </div>
  )
