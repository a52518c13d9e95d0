import type { Verdict } from '@firsttouch/api/contract/experiments'
import { count } from '../../words/format.ts'
import { variantLabel } from '../../words/variant-names.ts'

/** What is shown in the place of results when visitors are not shared out as planned. */

export const SplitCounts = ({ verdict }: { verdict: Verdict }) => (
  <div className="self-start lg:pt-1">
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">Visitors of each version, due and counted</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="pb-1 font-medium">
            Version
          </th>
          <th scope="col" className="pb-1 pl-3 text-right font-medium">
            Due
          </th>
          <th scope="col" className="pb-1 pl-3 text-right font-medium">
            Counted
          </th>
        </tr>
      </thead>
      <tbody>
        {verdict.arms.map((arm, at) => (
          <tr key={arm.variant} className="border-t border-line">
            <th scope="row" className="py-1.5 font-normal">
              {variantLabel(verdict.testName, arm.variant)}
            </th>
            <td className="py-1.5 pl-3 text-right">{count(Math.round(verdict.srm.expected[at] ?? 0))}</td>
            <td className="py-1.5 pl-3 text-right font-semibold">{count(arm.visitors)}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
