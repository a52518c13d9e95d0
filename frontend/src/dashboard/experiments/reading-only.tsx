/** What else visitors did: closed, because nothing of it decides. */
import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { UseQueryResult } from '@tanstack/react-query'
import { TrendingDown } from 'lucide-react'
import { Nothing } from '../pieces/empty.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { Fold } from '../pieces/fold.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { count, duration, percent } from '../words/format.ts'
import { variantLabel } from '../words/variant-names.ts'
import { goalName } from './goal-words.ts'
import { rateOf } from './variant-counts.tsx'

export const ReadingOnly = ({ query }: { query: UseQueryResult<ExperimentDetails> }) => (
  <Fold
    summary="For reading only: what else visitors did"
    look="py-2 font-semibold"
    className="border-t border-line px-4 py-2 sm:px-5"
  >
    <div className="space-y-3 pt-2 pb-3">
      <Loaded query={query} what="other figures of the test" bare skeleton="h-24">
        {details => (
          <>
            <p className="max-w-[46rem] text-muted">{details.note}</p>
            {details.guards.length === 0 ? (
              <Nothing>Nothing else was done yet.</Nothing>
            ) : (
              <Guards {...details} />
            )}
            <Speed {...details} />
          </>
        )}
      </Loaded>
    </div>
  </Fold>
)

/** A column for each variant. */
const Guards = ({ testName, guards }: ExperimentDetails) => (
  <FigureTable
    caption="What else visitors did, by version"
    heads={['Did', ...(guards[0]?.arms ?? []).map(({ variant }) => variantLabel(testName, variant))]}
    rows={guards.map(({ what, arms }) => ({
      key: what,
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
    className="max-h-96"
    look="min-w-[32rem] [&_th:first-child]:pr-4 [&_tr]:align-baseline"
  />
)

const Speed = ({ testName, speed }: ExperimentDetails) =>
  speed.some(({ lcp }) => lcp !== null) && (
    <p className="max-w-prose text-sm text-muted">
      Three of four pages show their largest part within{' '}
      {speed
        .map(
          ({ variant, lcp }) => `${lcp === null ? '–' : duration(lcp)} (${variantLabel(testName, variant)})`,
        )
        .join(', ')}
      .
    </p>
  )
