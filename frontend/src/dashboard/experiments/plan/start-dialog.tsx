import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { counted } from '../../words/format.ts'
import { dayOf } from '../difference-words.ts'
import { isDecided, visitorsOf } from '../verdict/advice.ts'

type StartDialogProps = {
  verdict: Verdict
  plannedVisitors: number | null
  isWorking: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says what happens to the running run before it ends. */
export const StartDialog = ({
  verdict,
  plannedVisitors,
  isWorking,
  onConfirm,
  onClose,
}: StartDialogProps) => (
  <Dialog open onClose={onClose} title="Start a new run?">
    <ul className="mt-4 list-disc space-y-2 pl-5">
      <li>{whatEnds(verdict)}</li>
      <li>Counting starts again from zero: visitors of earlier runs are not part of the new one.</li>
      {plannedVisitors !== null && (
        <li>
          The new run is planned for {counted(plannedVisitors, 'visitors')}. Its plan cannot be changed later,
          only replaced by another run.
        </li>
      )}
      <li>The landing pages stay as they are: everyone keeps seeing the version that they have.</li>
    </ul>
    <div className="mt-6 flex flex-wrap gap-2">
      <Button size="sm" disabled={isWorking} onClick={onConfirm}>
        {isWorking ? 'Starting...' : 'End this run, start a new one'}
      </Button>
      <Button variant="ghost" size="sm" onClick={onClose}>
        Keep the running one
      </Button>
    </div>
  </Dialog>
)

const whatEnds = (verdict: Verdict): string => {
  const { startedAt } = verdict
  const run = startedAt ? `The run that began on ${dayOf(startedAt)}` : 'The running run'
  const result = isDecided(verdict)
    ? 'Its result stays in the list of runs.'
    : 'It has no result yet and will not get one; it cannot be taken up again.'
  return `${run} ends now with ${counted(visitorsOf(verdict), 'visitors')}. ${result}`
}
