import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'

type MoreFiltersProps = {
  /** How many of them are set: then they are shown from the start. */
  active: number
  onClear: () => void
  children: ReactNode
}

/** The filters that are seldom needed, behind a button. */
export const MoreFilters = ({ active, onClear, children }: MoreFiltersProps) => {
  const [isOpen, setOpen] = useState(active > 0)
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden size={14} /> More filters{active > 0 && ` (${active})`}
      </Button>
      {isOpen && (
        <div className="flex basis-full flex-wrap items-center gap-2">
          {children}
          {active > 0 && <Button onClick={onClear}>Clear these</Button>}
        </div>
      )}
    </>
  )
}
