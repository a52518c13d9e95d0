/** One split test: its verdict first, then what it rests on. */
import type { AbTestStats } from '@firsttouch/api/contract'
import type { Verdict } from '@firsttouch/api/contract/experiments'
import { useShortList, WholeList } from '../shell/short-lists.tsx'
import { ConversionBreakdown } from './conversion-breakdown.tsx'
import { Difference } from './figures/difference.tsx'
import { Runs } from './runs/runs.tsx'
import { TestHead } from './test-head.tsx'
import { useTestDetails } from './use-test-details.ts'
import { variantLabel } from './variant-names.ts'
import { type People, rateOf, VariantResult } from './variant-result.tsx'
import { hasReading, visitorsOf } from './verdict/advice.ts'
import { Description } from './verdict/description.tsx'
import { Soundness } from './verdict/soundness.tsx'
import { VerdictPanel } from './verdict/verdict-panel.tsx'

type TestResultProps = { testName: string; stats: AbTestStats }

export const TestResult = ({ testName, stats }: TestResultProps) => {
  const verdict = stats.verdicts.find(one => one.testName === testName)
  const details = useTestDetails(testName, verdict)
  const soundness = verdict && <Soundness verdict={verdict} run={details.runs.data?.[0]} />
  const isRead = verdict && hasReading(verdict)
  if (useShortList() !== null)
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
  return (
    <>
      {verdict && <TestHead verdict={verdict} stats={stats} />}
      <Arms testName={testName} stats={stats} verdict={verdict} />
      {isRead && (
        <Difference verdict={verdict} history={details.history}>
          {soundness}
        </Difference>
      )}
      <div className="grid divide-y divide-line border-t border-line lg:grid-cols-2 lg:divide-x lg:divide-y-0">
        <Breakdown testName={testName} stats={stats} verdict={verdict} />
        {isRead ? <Description verdict={verdict} /> : soundness}
      </div>
      {verdict && (
        <Runs query={details.runs} labels={labelsOf(verdict)} inDoubt={verdict.state === 'split_broken'} />
      )}
    </>
  )
}

const labelsOf = ({ testName, arms }: Verdict) => ({
  control: variantLabel(testName, arms[0]?.variant ?? ''),
  treatment: variantLabel(testName, arms[1]?.variant ?? ''),
})

const statsOf = ({ testName, stats }: TestResultProps) =>
  stats.testStats.filter(stat => stat.testName === testName)

const Arms = ({ verdict, ...of }: TestResultProps & { verdict: Verdict | undefined }) => {
  const arms = statsOf(of).map(stat => {
    const people: People = verdict?.arms.find(arm => arm.variant === stat.variant) ?? stat
    return { stat, people }
  })
  const best = Math.max(...arms.map(({ people }) => rateOf(people)))
  return (
    <div className="grid divide-y divide-line border-t border-line md:grid-cols-2 md:divide-x md:divide-y-0">
      {arms.map(arm => (
        <VariantResult
          key={arm.stat.variant}
          {...arm}
          best={verdict?.state === 'split_broken' ? null : best}
        />
      ))}
    </div>
  )
}

const Breakdown = ({ verdict, ...of }: TestResultProps & { verdict: Verdict | undefined }) => {
  const stats = statsOf(of)
  const inRun = verdict ? visitorsOf(verdict) : 0
  return (
    <ConversionBreakdown
      parts={of.stats.conversionBreakdown.filter(part => part.testName === of.testName)}
      variants={stats.map(stat => stat.variant)}
      isOfManyRuns={verdict !== undefined && stats.reduce((sum, stat) => sum + stat.visitors, 0) > inRun}
    />
  )
}
