import type { Verdict } from '@firsttouch/api/contract/experiments'
import { variantLabel } from '../../words/variant-names.ts'
import { amount, chance, everyVisitors, type Unit, unitFor } from '../difference-words.ts'

/** Figures that people ask for and that must not decide. */
export const Description = ({ verdict }: { verdict: Verdict }) => {
  const unit = unitFor(Math.max(...verdict.arms.map(arm => arm.expectedLoss ?? 0)))
  return (
    <div className="min-w-0 px-4 py-4 sm:px-5">
      <h3 className="font-semibold">For interest only</h3>
      <p className="mt-1 text-muted">
        These two describe the visitors so far. They swing while a test runs, so they are no reason to stop
        it: only the verdict above is.
      </p>
      <table className="mt-3 w-full text-left">
        <caption className="sr-only">Chance to win and expected loss of each version</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="pb-1 font-medium">
              Version
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-medium">
              Chance to win
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-medium">
              Expected loss
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {verdict.arms.map(arm => (
            <tr key={arm.variant} className="border-t border-line align-baseline">
              <th scope="row" className="py-1.5 font-normal">
                {variantLabel(verdict.testName, arm.variant)}
              </th>
              <td className="py-1.5 pl-3 text-right">{chance(arm.chanceToWin)}</td>
              <td className="py-1.5 pl-3 text-right">{loss(arm.expectedLoss, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-xs text-muted">
        Chance to win: how likely it converts better than the other, by these visitors alone. Expected loss:
        the conversions given up, on average, by choosing it.
      </p>
    </div>
  )
}

/** Both in the same unit, so that they can be compared. */
const loss = (expected: number | null, unit: Unit): string => {
  if (expected === null) return '–'
  const told = amount(expected, unit)
  return told === '0' ? 'hardly any' : `${told} in ${everyVisitors(unit)}`
}
