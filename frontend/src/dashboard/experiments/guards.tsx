/** What must not fall while a variant wins. */
import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import { TrendingDown } from 'lucide-react'
import { Nothing } from '../pieces/empty.tsx'
import { count, percent } from '../words/format.ts'
import { ByVariant, rateOf } from './variant-table.tsx'
import { goalName } from './words.ts'

export const Guards = ({ testName, guards }: Pick<ExperimentDetails, 'testName' | 'guards'>) =>
  guards.length === 0 ? (
    <Nothing>Nothing else was done yet.</Nothing>
  ) : (
    <ByVariant
      testName={testName}
      variants={guards[0]?.arms.map(({ variant }) => variant) ?? []}
      caption="What else visitors did"
      of="Did"
      rows={guards.map(({ what, arms }) => ({
        head: goalName(what),
        cells: arms.map(arm => (
          <>
            <span className="font-medium">{percent(arm.visitors === 0 ? null : rateOf(arm), 2)}</span>{' '}
            <span className="text-muted">
              {count(arm.converters)} of {count(arm.visitors)}
            </span>
            {arm.fell && (
              <span className="mt-0.5 flex items-center justify-end gap-1 font-medium text-danger">
                <TrendingDown aria-hidden size={14} /> Less than with the original
              </span>
            )}
          </>
        )),
      }))}
    />
  )
