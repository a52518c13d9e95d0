import { csvFileName } from '@firsttouch/api/contract/csv'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { downloadCsv } from '../../ui/download.ts'
import { toast } from '../../ui/toast.ts'
import { counted } from '../words/format.ts'
import { countsCsv } from './counts-csv.ts'

export const exportCounts = (testName: string, stats: AbTestStats): void => {
  const variants = stats.testStats.filter(stat => stat.testName === testName).length
  downloadCsv(csvFileName(`split_test_${testName}`, new Date()), countsCsv(testName, stats))
  toast({ title: 'Export Complete', description: `Exported the counts of ${counted(variants, 'versions')}.` })
}
