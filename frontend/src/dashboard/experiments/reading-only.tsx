/** What else moved, and results by where visitors came from: closed, because nothing of it decides. */
import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { UseQueryResult } from '@tanstack/react-query'
import { TrendingDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Nothing } from '../pieces/empty.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { Fold } from '../pieces/fold.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { count, duration, percent } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { variantLabel } from '../words/variant-names.ts'
import { goalName } from './goal-words.ts'
import { rateOf } from './variant-counts.tsx'

export const ReadingOnly = ({ query }: { query: UseQueryResult<ExperimentDetails> }) => (
  <Fold
    summary="For reading only: what else moved, and results by source"
    look="py-2 font-semibold"
    className="border-t border-line px-4 py-2 sm:px-5"
  >
    <div className="pt-2 pb-3">
      <Loaded query={query} what="results by source" bare skeleton="h-24">
        {({ testName, note, guards, speed, segments }) => (
          <div className="space-y-6">
            <p className="max-w-[46rem] text-muted">{note}</p>
            <ArmTable
              testName={testName}
              title="What else visitors did"
              of="Did"
              empty="Nothing else was done yet."
              rows={guards.map(({ what, arms }) => ({ head: goalName(what), arms }))}
            >
              {speed.some(({ lcp }) => lcp !== null) && (
                <p className="mt-1 max-w-prose text-sm text-muted">
                  Three of four pages show their largest part within{' '}
                  {speed
                    .map(
                      ({ variant, lcp }) =>
                        `${lcp === null ? '–' : duration(lcp)} (${variantLabel(testName, variant)})`,
                    )
                    .join(', ')}
                  .
                </p>
              )}
            </ArmTable>
            <ArmTable
              testName={testName}
              title="Where they came from"
              caption="Results by source and campaign"
              of="Source and campaign"
              empty="Nobody has come yet."
              rows={segments.map(segment => ({ head: sourceName(segment), arms: segment.arms }))}
            />
          </div>
        )}
      </Loaded>
    </div>
  </Fold>
)

type Part = { source: string; campaign: string; channel: string }

export const sourceName = ({ source, campaign, channel }: Part): string =>
  [source ? labelOf(source) : 'Direct, or not known', campaign && `campaign ${campaign}`, channel]
    .filter(Boolean)
    .join(', ')

type ArmTableProps = {
  testName: string
  title: string
  caption?: string
  /** Over the heads of the rows. */
  of: string
  empty: string
  rows: readonly {
    head: string
    arms: readonly { variant: string; visitors: number; converters: number; fell?: boolean }[]
  }[]
  /** Below the table. */
  children?: ReactNode
}

/** A column for each variant, which have the same order everywhere. */
const ArmTable = ({ testName, title, caption = title, of, empty, rows, children }: ArmTableProps) => (
  <section>
    <h4 className="mb-1.5 font-semibold">{title}</h4>
    {rows.length === 0 ? (
      <Nothing>{empty}</Nothing>
    ) : (
      <FigureTable
        caption={`${caption}, by version`}
        heads={[of, ...(rows[0]?.arms ?? []).map(({ variant }) => variantLabel(testName, variant))]}
        rows={rows.map(({ head, arms }, at) => ({
          ...{ key: String(at), head },
          cells: arms.map(arm => (
            <>
              <span className="font-medium">{percent(arm.visitors === 0 ? null : rateOf(arm), 2)}</span>{' '}
              <span className="text-muted">
                {count(arm.converters)} of {count(arm.visitors)}
              </span>
              {arm.fell && <Fell />}
            </>
          )),
        }))}
        className="max-h-96"
        look="min-w-[32rem] [&_th:first-child]:pr-4 [&_tr]:align-baseline"
      />
    )}
    {children}
  </section>
)

const Fell = () => (
  <span className="mt-0.5 flex items-center justify-end gap-1 font-medium text-danger">
    <TrendingDown aria-hidden size={14} /> Less than with the original
  </span>
)
