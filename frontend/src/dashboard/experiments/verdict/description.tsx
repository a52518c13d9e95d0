import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { FigureTable } from '../../pieces/figure-table.tsx'
import { variantLabel } from '../../words/variant-names.ts'
import { amount, chance, everyVisitors, type Unit, unitFor } from '../difference-words.ts'

/** Figures that people ask for and that must not decide. */
export const Description = ({ verdict: { testName, arms } }: { verdict: Verdict }) => {
  // The same unit for all, so that losses can be compared.
  const unit = unitFor(Math.max(...arms.map(arm => arm.expectedLoss ?? 0)))
  return (
    <div className="min-w-0 px-4 py-4 sm:px-5">
      <h3 className="font-semibold">For interest only</h3>
      <p className="mt-1 mb-3 text-muted">
        These two describe the visitors so far. They swing while a test runs, so they are no reason to stop
        it: only the verdict above is.
      </p>
      <FigureTable
        caption="Chance to win and expected loss of each version"
        heads={['Version', 'Chance to win', 'Expected loss']}
        rows={arms.map(({ variant, chanceToWin, expectedLoss }) => ({
          key: variant,
          head: variantLabel(testName, variant),
          cells: [chance(chanceToWin), loss(expectedLoss, unit)],
        }))}
      />
      <p className="mt-2 text-xs text-muted">
        Chance to win: how likely it converts better than the other, by these visitors alone. Expected loss:
        the conversions given up, on average, by choosing it.
      </p>
    </div>
  )
}

const loss = (expected: number | null, unit: Unit): string => {
  if (expected === null) return '–'
  const told = amount(expected, unit)
  return told === '0' ? 'hardly any' : `${told} in ${everyVisitors(unit)}`
}
