import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { ChosenColumns, ImportAnswer, SpendNames } from '@firsttouch/api/contract/costs/spend'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { writeFailure } from '../../data/failures.ts'
import { queriesNamed, readsAfter } from '../../data/reads.ts'
import { adminCall, adminUpload } from '../../data/writes.ts'
import { count, counted, plural } from '../../words/format.ts'

type Dates = '' | 'day-first' | 'month-first'
type Answers = { columns?: ChosenColumns; millionths?: boolean; isConfirmed?: boolean }
type Report = Answers & { file: Blob; dates: Dates }

const MOST_NAME = 255

const pathOf = ({ file, dates, columns, millionths, isConfirmed }: Report, preview: boolean): string => {
  const name = file instanceof File ? file.name.slice(-MOST_NAME) : ''
  const given = { preview, file: name, dates, ...columns, millionths, confirm: isConfirmed && !preview }
  const said = Object.entries(given).filter(([, value]) => value)
  return `spend/import?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}

const fail = (error: Error) => toastFailure('Failed to import the report', writeFailure(error))

export type PreviewProps = {
  answer: ImportAnswer
  campaigns: readonly Campaign[]
  report: ReturnType<typeof useImport>
}

/** `onDone` receives the first stored day. */
export const useImport = (onDone: (from?: string) => void) => {
  const client = useQueryClient()
  const [report, setReport] = useState<Report | null>(null)
  const look = useMutation<ImportAnswer, Error, Report>({
    mutationFn: given => adminUpload<ImportAnswer>(pathOf(given, true), given.file),
    onError: fail,
  })
  // A new preview may ask new questions, so it resets the confirmation.
  const open = (next: Report) => {
    setReport({ ...next, isConfirmed: false })
    look.mutate(next)
  }
  const choose = useMutation<unknown, Error, SpendNames['names'][number]>({
    mutationFn: name => adminCall({ method: 'POST', path: 'spend/names', body: { names: [name] } }),
    onSuccess: () => {
      setReport(report && { ...report, isConfirmed: false })
      return report && look.mutateAsync(report)
    },
    onError: fail,
  })
  const store = useMutation<ImportAnswer, Error, Report>({
    mutationFn: given => adminUpload<ImportAnswer>(pathOf(given, false), given.file),
    onSuccess: async ({ changes, range }) => {
      // Close the form before the refetch, because staff may have opened another form when the refetch ends.
      onDone(range?.from)
      toast({ title: 'Costs stored', description: storedWords(changes) })
      await Promise.all(readsAfter(['campaigns']).map(name => client.invalidateQueries(queriesNamed(name))))
    },
    onError: fail,
  })
  return {
    report,
    answer: look.data,
    isWorking: look.isPending || choose.isPending || store.isPending,
    open,
    /** Previews the file again with another answer from staff, such as the order of day and month. */
    readAgain: (more: Partial<Report>) => report && open({ ...report, ...more }),
    confirm: (isConfirmed: boolean) => report && setReport({ ...report, isConfirmed }),
    choose: choose.mutate,
    store: () => report && store.mutate(report),
  }
}

export const storedWords = ({ added, changed, unchanged }: ImportAnswer['changes']): string => {
  if (added + changed === 0)
    return unchanged === 0
      ? 'Nothing to store.'
      : `${plural(unchanged, '1 cost is', `All ${count(unchanged)} costs are`)} already stored: nothing changes.`
  const parts = [
    added > 0 && `${counted(added, 'costs')} new`,
    changed > 0 && `${count(changed)} corrected`,
    unchanged > 0 && `${count(unchanged)} already stored`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
