/** What is shown in the place of results when visitors are not shared out as planned. */
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { count } from '../../words/format.ts'
import { VariantTable } from './variant-table.tsx'

export const SplitCounts = ({ verdict }: { verdict: Verdict }) => (
  <div className="self-start lg:pt-1">
    <VariantTable
      verdict={verdict}
      caption="Visitors of each version, due and counted"
      columns={[
        { head: 'Due', of: (_, at) => count(Math.round(verdict.srm.expected[at] ?? 0)) },
        { head: 'Counted', of: ({ visitors }) => count(visitors) },
      ]}
    />
  </div>
)

export const WhatToCheck = () => (
  <div className="mt-4">
    <h3 className="font-semibold">What to check</h3>
    <ul className="mt-1 list-disc space-y-1 pl-5">
      <li>Does each version open on a phone and on a computer, and about as fast?</li>
      <li>Does an ad, an e-mail or a redirect lead straight to one of the versions?</li>
      <li>Was the way visitors are shared out changed while the test ran?</li>
      <li>Does a tool, such as a monitor, open one version again and again?</li>
    </ul>
  </div>
)
