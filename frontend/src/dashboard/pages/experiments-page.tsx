import { useRead } from '../data/use-read.ts'
import { ExperimentResult } from '../experiments/experiment-result.tsx'
import { Experiments } from '../experiments/experiments.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { Empty } from '../pieces/empty.tsx'

export const ExperimentsPage = () => (
  <CardBoundary what="split-test results">
    <NothingYet />
    <Experiments result={ExperimentResult} />
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
