import type { Run, Verdict } from '@firsttouch/api/contract/experiments/results'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { count, counted } from '../../words/format.ts'
import { conversionName } from '../../words/variant-names.ts'
import { visitorsOf } from './advice.ts'

/** More than this share of visitors in both versions means that the assignment does not stick. */
const MOST_IN_BOTH = 0.01

/** Who is counted, who is not, and whether the division holds. */
export const Soundness = ({ verdict, run }: { verdict: Verdict; run: Run | undefined }) => {
  const { sawBoth, srm, arms } = verdict
  const visitors = visitorsOf(verdict)
  const isTooMany = sawBoth > MOST_IN_BOTH * (visitors + sawBoth)
  const due = srm.expected.map(expected).join(' and ')
  return (
    <dl className="space-y-2 px-4 py-4 sm:px-5">
      <Fact label="Saw both versions" warn={isTooMany}>
        {sawBoth === 0
          ? 'Nobody.'
          : `${counted(sawBoth, 'visitors')}, left out of the results${isTooMany ? '. More than 1 in 100: have the way visitors are assigned checked' : ''}.`}
      </Fact>
      <Fact label="Shared out" warn={srm.alarm}>
        {visitors === 0
          ? 'Nobody has come yet.'
          : `${arms.map(arm => count(arm.visitors)).join(' and ')} of ${counted(visitors, 'visitors')}, where ${due} were due: ${srm.alarm ? 'not ' : ''}as planned.`}
      </Fact>
      <Fact label="Counts as a conversion">
        {run?.primaryConversionTypes.length
          ? `${run.primaryConversionTypes.map(conversionName).join(', ')}.`
          : 'Any type, at or after the visitor first saw the test.'}
      </Fact>
    </dl>
  )
}

/** Half of three visitors is 1.5: rounded, both halves together would be four. */
const expected = (due: number): string =>
  due.toLocaleString('en-GB', { maximumFractionDigits: due < 100 ? 1 : 0 })

const Fact = ({ label, warn, children }: { label: string; warn?: boolean; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={clsx('tabular-nums', warn && 'font-medium text-danger')}>{children}</dd>
  </div>
)
