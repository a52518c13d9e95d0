/** An experiment's counts as a file: what a spreadsheet needs to check the verdict. */
import { csv } from '@firsttouch/api/contract/csv'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { conversionName, variantLabel } from '../words/variant-names.ts'
import { type Participants, rateOf } from './variant-result.tsx'

const RUN = ['Run Since', 'Run Visitors', 'Run Converters', 'Run Conversion Rate %', 'Saw Both Versions']
const ALL_TIME = ['Visitors', 'Converters', 'Conversion Rate %', 'Total Events', 'Conversions']

/** One line for each variant: the present run, all time, then conversions by type. */
export const countsCsv = (
  testName: string,
  { asOf, testStats, conversionBreakdown, verdicts }: AbTestStats,
) => {
  const parts = conversionBreakdown.filter(part => part.testName === testName)
  const types = [...new Set(parts.map(part => part.conversionType))].sort()
  const verdict = verdicts.find(one => one.testName === testName)
  const rows = testStats
    .filter(stat => stat.testName === testName)
    .map(stat => {
      const arm = verdict?.arms.find(one => one.variant === stat.variant)
      const { visitors, converters } = stat
      return [
        testName,
        stat.variant,
        variantLabel(testName, stat.variant),
        asOf ?? '',
        ...(verdict && arm
          ? [verdict.startedAt ?? '', arm.visitors, arm.converters, rounded(arm), verdict.sawBoth]
          : RUN.map(() => '')),
        ...[visitors, converters, rounded(stat), stat.totalEvents, stat.conversions],
        ...types.map(type => found(parts, stat.variant, type)),
      ]
    })
  return csv(
    [
      'Test',
      'Variant',
      'Name',
      'As Of',
      ...RUN,
      ...ALL_TIME,
      ...types.map(type => `Of these ${conversionName(type)}`),
    ],
    rows,
  )
}

type Part = AbTestStats['conversionBreakdown'][number]

const found = (parts: readonly Part[], variant: string, type: string): number =>
  parts.find(part => part.variant === variant && part.conversionType === type)?.count ?? 0

const rounded = (participants: Participants): number => Number(rateOf(participants).toFixed(2))
