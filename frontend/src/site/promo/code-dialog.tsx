import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PROMO } from '../business.ts'

export const CodeDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Your discount is secured"
    description={`Give this code when you start: your first week is ${PROMO.price} instead of ${PROMO.usualPrice}.`}
  >
    <p className="display my-6 rounded-md bg-accent py-5 text-center text-3xl tracking-wide text-on-accent select-all">
      {PROMO.code}
    </p>
    <Button size="lg" variant="secondary" className="w-full" onClick={onClose}>
      Got It
    </Button>
  </Dialog>
)
