/** One experiment: its verdict first, then what it rests on. */
import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { useRead } from '../data/use-read.ts'
import { variantLabel } from '../words/variant-names.ts'
import { Difference } from './difference/difference.tsx'
import { ExperimentHead } from './experiment-head.tsx'
import { Runs } from './runs/runs.tsx'
import { Breakdown, VariantResults } from './variant-counts.tsx'
import { hasReading } from './verdict/advice.ts'
import { Description } from './verdict/description.tsx'
import { Soundness } from './verdict/soundness.tsx'

type ExperimentResultProps = { testName: string; stats: AbTestStats }

export const ExperimentResult = ({ testName, stats }: ExperimentResultProps) => {
  const verdict = stats.verdicts.find(one => one.testName === testName)
  const asked = verdict ? { id: testName } : null
  const runs = useRead('runs', asked)
  const history = useRead('history', asked)
  const soundness = verdict && <Soundness verdict={verdict} run={runs.data?.[0]} />
  const isRead = verdict && hasReading(verdict)
  return (
    <>
      {verdict && <ExperimentHead verdict={verdict} stats={stats} />}
      <VariantResults testName={testName} stats={stats} verdict={verdict} />
      {isRead && (
        <Difference verdict={verdict} history={history}>
          {soundness}
        </Difference>
      )}
      <div className="grid divide-y divide-line border-t border-line lg:grid-cols-2 lg:divide-x lg:divide-y-0">
        <Breakdown testName={testName} stats={stats} verdict={verdict} />
        {isRead ? <Description verdict={verdict} /> : soundness}
      </div>
      {verdict && <Runs query={runs} labels={labelsOf(verdict)} inDoubt={verdict.state === 'split_broken'} />}
    </>
  )
}

const labelsOf = ({ testName, arms }: Verdict) => ({
  control: variantLabel(testName, arms[0]?.variant ?? ''),
  treatment: variantLabel(testName, arms[1]?.variant ?? ''),
})
