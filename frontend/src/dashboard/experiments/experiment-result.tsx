/** One experiment whole: how it stands and what to do first, then what that rests on. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { TriangleAlert } from 'lucide-react'
import { useRead } from '../data/use-read.ts'
import { Difference } from './difference/difference.tsx'
import { ExperimentHead } from './experiment-head.tsx'
import { ChangeList } from './life/change-list.tsx'
import { ReadingOnly } from './reading-only.tsx'
import { Runs } from './runs.tsx'
import { Breakdown, VariantResults } from './variant-counts.tsx'
import { hasReading } from './verdict/advice.ts'
import { Description } from './verdict/description.tsx'
import { Soundness } from './verdict/soundness.tsx'

type ExperimentResultProps = { experiment: Experiment; stats: AbTestStats }

export const ExperimentResult = ({ experiment: listed, stats }: ExperimentResultProps) => {
  // What is advised must be of the same moment as the figures beside it.
  const verdict = stats.verdicts.find(one => one.testName === listed.name) ?? listed.verdict
  const experiment = { ...listed, verdict }
  return (
    <>
      <ExperimentHead experiment={experiment} stats={stats} />
      {verdict && <Results experiment={experiment} stats={stats} verdict={verdict} />}
      <ChangeList experiment={experiment} />
    </>
  )
}

const Results = ({ experiment, stats, verdict }: ExperimentResultProps & { verdict: Verdict }) => {
  const { name } = experiment
  const runs = useRead('runs', { id: name })
  const history = useRead('history', { id: name })
  const details = useRead('experimentDetails', { id: name })
  const isRead = hasReading(verdict)
  return (
    <>
      <div role="status">
        {details.data?.warning && (
          <p className="mx-4 mb-5 flex gap-2 rounded-md bg-[var(--warn-surface)] px-4 py-3 text-[var(--warn)] sm:mx-5">
            <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
            <span>{details.data.warning}</span>
          </p>
        )}
      </div>
      <VariantResults testName={name} stats={stats} verdict={verdict} />
      <div className="grid divide-y divide-line border-t border-line lg:grid-cols-[3fr_2fr] lg:divide-x lg:divide-y-0">
        <div className="min-w-0 divide-y divide-line">
          {isRead && <Difference verdict={verdict} history={history} />}
          <Breakdown testName={name} stats={stats} verdict={verdict} />
        </div>
        <div className="min-w-0 divide-y divide-line">
          <Soundness verdict={verdict} run={runs.data?.[0]} />
          {isRead && <Description verdict={verdict} />}
        </div>
      </div>
      <ReadingOnly query={details} />
      <Runs query={runs} inDoubt={verdict.state === 'split_broken'} />
    </>
  )
}
