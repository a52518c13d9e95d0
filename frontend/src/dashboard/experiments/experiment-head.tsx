import { csvFileName } from '@firsttouch/api/contract/csv'
import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { Download, FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { downloadCsv } from '../../ui/download.ts'
import { toast } from '../../ui/toast.ts'
import { focusToggle } from '../pieces/section.tsx'
import { counted } from '../words/format.ts'
import { countsCsv } from './counts-csv.ts'
import { PlanPanel } from './plan/plan-panel.tsx'
import { VerdictPanel } from './verdict/verdict-panel.tsx'

/** The verdict, and what staff can do with an experiment. */
export const ExperimentHead = ({ verdict, stats }: { verdict: Verdict; stats: AbTestStats }) => {
  const [isPlanning, setPlanning] = useState(false)
  const { testName } = verdict
  // Only once the form is gone: until then its dialog may hold the keyboard.
  const wasPlanning = useRef(false)
  useEffect(() => {
    if (wasPlanning.current && !isPlanning) focusToggle('split-test')
    wasPlanning.current = isPlanning
  }, [isPlanning])
  return (
    <>
      <VerdictPanel verdict={verdict} />
      <div className="flex flex-wrap gap-2 px-4 pb-5 sm:px-5">
        <Button variant="ghost" size="sm" aria-expanded={isPlanning} onClick={() => setPlanning(!isPlanning)}>
          <FlaskConical aria-hidden size={15} /> Plan a new run
        </Button>
        <Button variant="ghost" size="sm" onClick={() => exportCounts(testName, stats)}>
          <Download aria-hidden size={15} /> Export counts
        </Button>
      </div>
      {isPlanning && <PlanPanel verdict={verdict} onDone={() => setPlanning(false)} />}
    </>
  )
}

const exportCounts = (testName: string, stats: AbTestStats): void => {
  const variants = stats.testStats.filter(stat => stat.testName === testName).length
  downloadCsv(csvFileName(`split_test_${testName}`, new Date()), countsCsv(testName, stats))
  toast({ title: 'Export Complete', description: `Exported the counts of ${counted(variants, 'versions')}.` })
}
