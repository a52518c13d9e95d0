import type { SpendBatches, SpendUndone } from '@firsttouch/api/contract/costs/spend'
import { toast } from '../../ui/toast.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { confirmFirst } from '../pieces/confirm.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { count, counted, dateTime, plural } from '../words/format.ts'

type Batch = SpendBatches['batches'][number]

export const Batches = () => (
  <Loaded query={useRead('spendBatches')} what="imports" skeleton="m-5 h-24">
    {({ batches }) =>
      batches.length > 0 && (
        <div className="border-t border-line px-4 py-3 sm:px-5">
          <h3 className="font-semibold">Imports</h3>
          <FigureTable
            caption="Imports of costs"
            className="max-h-96"
            look="text-sm"
            heads={['When', 'Who', 'File', 'Costs', <span key="undo" className="sr-only" children="Undo" />]}
            words={[1, 2]}
            wideOnly={[1]}
            rows={batches.map(batch => ({
              key: batch.id,
              head: dateTime(batch.storedAt),
              cells: [
                batch.storedBy,
                <span key="file" className="wrap-anywhere">
                  {fileOf(batch)}
                </span>,
                count(batch.costs),
                <Undo key="undo" batch={batch} />,
              ],
            }))}
          />
        </div>
      )
    }
  </Loaded>
)

const fileOf = ({ file, platform }: Batch): string =>
  `${file || 'Pasted rows'}${platform && platform !== 'other' ? ` (${platform})` : ''}`

const Undo = ({ batch }: { batch: Batch }) => {
  const { isWorking, run } = useUndo(batch)
  return batch.undoneAt ? (
    <span className="text-muted">Undone by {batch.undoneBy}</span>
  ) : (
    <Button
      needs="staff"
      disabled={isWorking}
      aria-label={`Undo the import of ${fileOf(batch)}, ${dateTime(batch.storedAt)}`}
      onClick={run}
    >
      Undo
    </Button>
  )
}

export const useUndo = (batch: Batch) => {
  const write = useAdminWrite<void, SpendUndone>({
    call: () => ({ method: 'POST', path: `spend/batches/${batch.id}/undo`, body: {} }),
    changes: 'campaigns',
    failure: 'Failed to undo the import',
    onSaved: ({ restored, kept }) =>
      toast({
        title: 'Import undone',
        description: `${counted(restored, 'costs')} ${plural(restored, 'is', 'are')} as before.${kept > 0 ? ` ${counted(kept, 'costs')} ${plural(kept, 'was', 'were')} changed since and ${plural(kept, 'stays', 'stay')}.` : ''}`,
      }),
  })
  return {
    isWorking: write.isPending,
    run: () =>
      confirmFirst({
        title: `Undo the import of ${fileOf(batch)}?`,
        text: plural(
          batch.costs,
          'The cost returns to its earlier value, unless it has changed since.',
          `Its ${count(batch.costs)} costs return to their earlier values, except those that have changed since.`,
        ),
        action: 'Undo',
        run: () => write.mutate(),
      }),
  }
}
