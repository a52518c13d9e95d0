/** The Enter key or a blur saves the cost. Escape restores the stored cost. Saving an empty field removes the cost. */
import type { SpendRequest, SpendStored } from '@firsttouch/api/contract/costs/spend'
import { clsx } from 'clsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { toast, toastFailure } from '../../ui/toast.ts'
import { isOutdated } from '../data/failures.ts'
import { useMay } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { calendarDay } from '../words/format.ts'
import type { CostEntry, CostRow } from './cost-rows.ts'

type CostCellProps = {
  row: Pick<CostRow, 'name' | 'tags'>
  day: string
  entry: CostEntry | undefined
  /** True for future days, which have no cost yet. */
  disabled: boolean
  /** Only one field of the table is a tab stop. Arrow keys reach the others. */
  isTabStop: boolean
  onFocus: () => void
}

const AMOUNT = /^\d{1,9}([.,]\d{1,2})?$/

export const CostCell = ({ row, day, entry, disabled, isTabStop, onFocus }: CostCellProps) => {
  const may = useMay('staff')
  const { typed, type, wrong, isWorking, keep, restore } = useCostCell({ row, day, entry })
  const shown = entry ? entry.cost.toFixed(2) : ''
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !keep()) event.stopPropagation()
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation()
      restore()
    }
    // The first key press replaces the cost.
    const types = event.key.length === 1 || ['Delete', 'Backspace'].includes(event.key)
    if (typed === null && types && !event.ctrlKey && !event.metaKey) event.currentTarget.select()
    // While typing, left and right move within the text, not between cells.
    if (typed !== null && ['ArrowLeft', 'ArrowRight'].includes(event.key)) event.stopPropagation()
  }
  return (
    <input
      inputMode="decimal"
      aria-label={`Cost of ${row.name} on ${calendarDay(day)}`}
      aria-invalid={wrong !== null || undefined}
      autoComplete="off"
      tabIndex={isTabStop ? 0 : -1}
      disabled={disabled}
      readOnly={!may || isWorking}
      value={typed ?? shown}
      placeholder="–"
      className={clsx(
        // Phones zoom into a field whose text is below 1rem.
        'min-h-8 w-full min-w-16 pointer-coarse:min-h-11 pointer-coarse:text-[1rem] rounded-sm border border-transparent bg-transparent px-1.5 text-right tabular-nums',
        'hover:border-line focus:border-ink focus:bg-card aria-invalid:border-danger disabled:opacity-40',
        entry?.origin === 'typed' && 'font-semibold',
      )}
      onFocus={event => {
        event.target.select()
        onFocus()
      }}
      // After a conflict with a colleague's change, leaving the field does not save. Only Enter does.
      onBlur={() => wrong !== 'changed' && keep()}
      onChange={event => type(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/** `typed` is the text that is not saved yet. null if the user has typed nothing. */
export const useCostCell = ({ row, day, entry }: Pick<CostCellProps, 'row' | 'day' | 'entry'>) => {
  const cost = entry?.cost ?? null
  const [typed, setTyped] = useState<string | null>(null)
  /** The stored cost at the first key press. */
  const [was, setWas] = useState(cost)
  const [wrong, setWrong] = useState<'amount' | 'changed' | null>(null)
  /** Enter saves and then moves the focus. Without this flag, the blur would save again before the next render. */
  const isSaving = useRef(false)
  const restore = () => {
    setTyped(null)
    setWrong(null)
  }
  const save = useAdminWrite<{ next: number | null; seen: number | null }, SpendStored>({
    call: ({ next, seen }) => {
      const clicks = next === null ? null : (entry?.clicks ?? null)
      const body: SpendRequest = { entries: [{ date: day, ...row.tags, cost: next, clicks, was: seen }] }
      return { method: 'POST', path: 'spend', body }
    },
    changes: 'campaigns',
    failure: 'Failed to store the cost',
    onSaved: ({ changed }, { next }) => {
      const hasReports = entry?.origin === 'typed' && entry.sources.some(({ platform }) => platform !== '')
      const gone = hasReports ? 'has its imported cost again' : 'has no cost'
      const done = next === null ? gone : changed > 0 ? 'is corrected' : 'is stored'
      toast({
        title: next === null ? 'Cost removed' : 'Cost stored',
        description: `${row.name} on ${calendarDay(day)} ${done}.`,
      })
    },
  })
  /** Saves the typed cost. Returns false if it is invalid and the focus must stay. */
  const keep = (): boolean => {
    if (typed === null || isSaving.current) return true
    const text = typed.trim().replace(',', '.')
    const next = text === '' ? null : Number(text)
    if (next !== null && !AMOUNT.test(text)) {
      setWrong('amount')
      toastFailure('No cost', 'Cost must be an amount such as 12.50')
      return false
    }
    if (next === cost) {
      restore()
      return true
    }
    isSaving.current = true
    save.mutate(
      { next, seen: wrong === 'changed' ? cost : was },
      {
        onSuccess: restore,
        onError: error => isOutdated(error) && setWrong('changed'),
        onSettled: () => {
          isSaving.current = false
        },
      },
    )
    return true
  }
  return {
    typed,
    wrong,
    isWorking: save.isPending,
    keep,
    restore,
    type: (text: string) => {
      if (typed === null) setWas(cost)
      if (wrong === 'amount') setWrong(null)
      setTyped(text)
    },
  }
}
