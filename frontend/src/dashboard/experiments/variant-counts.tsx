/** What each variant of an experiment counted: its visitors and their conversions, and those by type. */
import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { ConversionBreakdown } from './conversion-breakdown.tsx'
import { type Participants, rateOf, VariantResult } from './variant-result.tsx'
import { visitorsOf } from './verdict/advice.ts'

type CountsProps = { testName: string; stats: AbTestStats; verdict: Verdict | undefined }

const statsOf = ({ testName, stats }: Pick<CountsProps, 'testName' | 'stats'>) =>
  stats.testStats.filter(stat => stat.testName === testName)

export const VariantResults = ({ verdict, ...of }: CountsProps) => {
  const variants = statsOf(of).map(stat => {
    const participants: Participants = verdict?.arms.find(arm => arm.variant === stat.variant) ?? stat
    return { stat, participants }
  })
  const best = Math.max(...variants.map(({ participants }) => rateOf(participants)))
  return (
    <div className="flex flex-wrap overflow-hidden border-t border-line">
      {variants.map((variant, at) => (
        <VariantResult
          key={variant.stat.variant}
          {...variant}
          at={variants.length > 2 ? at : null}
          best={verdict?.state === 'split_broken' ? null : best}
        />
      ))}
    </div>
  )
}

export const Breakdown = ({ verdict, ...of }: CountsProps) => {
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
