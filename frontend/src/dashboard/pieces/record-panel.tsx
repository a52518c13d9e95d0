import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from './button.tsx'

type PanelProps = { title: ReactNode; onClose: () => void; children: ReactNode }

export const RecordPanel = ({ title, onClose, children }: PanelProps) => (
  <Dialog open onClose={onClose} title={title} place="side">
    {children}
    <Button className="mt-8" onClick={onClose}>
      Back to the list
    </Button>
  </Dialog>
)

export const Part = ({ title, meta, children }: { title: string; meta?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="mt-6 border-t border-line pt-4">
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
      <h3 className="font-semibold">{title}</h3>
      {meta && <span className="text-sm text-muted">{meta}</span>}
    </div>
    {children}
  </section>
)
