/** What else moved, and results by where visitors came from: closed, because nothing of it decides. */
import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { UseQueryResult } from '@tanstack/react-query'
import { TrendingDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Nothing } from '../../pieces/empty.tsx'
import { Fold } from '../../pieces/fold.tsx'
import { Loaded } from '../../pieces/loaded.tsx'
import { goalName } from '../goal-words.ts'
import { READING_ONLY } from '../life/look-into-split.ts'
import { ArmTable } from './arm-table.tsx'
import { sourceName } from './part-names.ts'

export const ReadingOnly = ({ query }: { query: UseQueryResult<ExperimentDetails> }) => (
  <Fold
    id={READING_ONLY}
    summary="For reading only: what else moved, and results by source"
    look="py-2 font-semibold"
    className="border-t border-line px-4 py-2 sm:px-5"
  >
    <div className="pt-2 pb-3">
      <Loaded query={query} what="results by source" bare skeleton="h-24">
        {({ testName, note, guards, segments }) => (
          <div className="space-y-6">
            <p className="max-w-[46rem] text-muted">{note}</p>
            <Part
              title="What else visitors did"
              empty="Nothing else was done yet."
              isEmpty={guards.length === 0}
            >
              <ArmTable
                testName={testName}
                caption="What else visitors did, by version"
                of="Did"
                rows={guards.map(({ what, arms }) => ({ key: what, head: goalName(what), arms }))}
                more={({ fell }) => fell && <Fell />}
              />
            </Part>
            <Part title="Where they came from" empty="Nobody has come yet." isEmpty={segments.length === 0}>
              <ArmTable
                testName={testName}
                caption="Results by source and campaign, by version"
                of="Source and campaign"
                rows={segments.map(segment => ({
                  ...{ key: JSON.stringify([segment.source, segment.campaign]), arms: segment.arms },
                  head: sourceName(segment),
                }))}
              />
            </Part>
          </div>
        )}
      </Loaded>
    </div>
  </Fold>
)

type PartProps = { title: string; empty: string; isEmpty: boolean; children: ReactNode }

const Part = ({ title, empty, isEmpty, children }: PartProps) => (
  <section>
    <h4 className="mb-1.5 font-semibold">{title}</h4>
    {isEmpty ? <Nothing>{empty}</Nothing> : children}
  </section>
)

const Fell = () => (
  <span className="mt-0.5 flex items-center justify-end gap-1 font-medium text-danger">
    <TrendingDown aria-hidden size={14} /> Less than with the original
  </span>
)
