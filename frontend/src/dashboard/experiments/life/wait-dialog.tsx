import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { Dialog } from '../../../ui/dialog.tsx'
import { Button } from '../../pieces/button.tsx'
import { consequencesOf } from './consequences.ts'
import { Happens } from './step-form.tsx'

/** Going on is the one thing that needs no step; this says what comes. */
export const WaitDialog = ({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) => (
  <Dialog open onClose={onClose} title="The test goes on" className="sm:max-w-xl">
    <Happens sentences={consequencesOf('wait', experiment)} />
    <div className="mt-6">
      <Button variant="primary" onClick={onClose}>
        Go on
      </Button>
    </div>
  </Dialog>
)
