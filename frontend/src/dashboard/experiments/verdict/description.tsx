import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { amount, chance, everyVisitors, type Unit, unitFor } from '../difference-words.ts'
import { VariantTable } from './variant-table.tsx'

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
      <div className="mt-3">
        <VariantTable
          verdict={verdict}
          caption="Chance to win and expected loss of each version"
          columns={[
            { head: 'Chance to win', of: ({ chanceToWin }) => chance(chanceToWin) },
            { head: 'Expected loss', of: ({ expectedLoss }) => loss(expectedLoss, unit) },
          ]}
        />
      </div>
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
