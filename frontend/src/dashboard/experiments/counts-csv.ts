/** An experiment's counts as a file: what a spreadsheet needs to check the verdict. */
import { csv, csvFileName } from '@firsttouch/api/contract/csv'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { downloadCsv } from '../../ui/download.ts'
import { toast } from '../../ui/toast.ts'
import { counted } from '../words/format.ts'
import { conversionName, variantLabel } from '../words/variant-names.ts'
import { conversionsOf, rateOf, statsOf } from './variant-counts.tsx'

const RUN = ['Run Since', 'Run Visitors', 'Run Converters', 'Run Conversion Rate %', 'Saw Both Versions']
const ALL_TIME = ['Visitors', 'Converters', 'Conversion Rate %', 'Total Events', 'Conversions']

/** One line for each variant: the present run, all time, then conversions by type. */
export const countsCsv = (testName: string, stats: AbTestStats) => {
  const { types, countOf } = conversionsOf(stats, testName)
  const verdict = stats.verdicts.find(one => one.testName === testName)
  const rows = statsOf(stats, testName).map(stat => {
    const arm = verdict?.arms.find(one => one.variant === stat.variant)
    const inRun =
      verdict && arm
        ? [verdict.startedAt ?? '', arm.visitors, arm.converters, rounded(arm), verdict.sawBoth]
        : RUN.map(() => '')
    return [
      ...[testName, stat.variant, variantLabel(testName, stat.variant), stats.asOf ?? ''],
      ...inRun,
      ...[stat.visitors, stat.converters, rounded(stat), stat.totalEvents, stat.conversions],
      ...types.map(type => countOf(stat.variant, type)),
    ]
  })
  const ofTypes = types.map(type => `Of these ${conversionName(type)}`)
  return csv(['Test', 'Variant', 'Name', 'As Of', ...RUN, ...ALL_TIME, ...ofTypes], rows)
}

const rounded = (counts: Parameters<typeof rateOf>[0]): number => Number(rateOf(counts).toFixed(2))

export const exportCounts = (testName: string, stats: AbTestStats): void => {
  const variants = counted(statsOf(stats, testName).length, 'versions')
  downloadCsv(csvFileName(`split_test_${testName}`, new Date()), countsCsv(testName, stats))
  toast({ title: 'Export Complete', description: `Exported the counts of ${variants}.` })
}
