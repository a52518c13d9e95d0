import type { Run, Verdict } from '@firsttouch/api/contract/experiments/results'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { count, counted } from '../../words/format.ts'
import { conversionName } from '../../words/variant-names.ts'
import { goalName } from '../goal-words.ts'
import { visitorsOf } from './advice.ts'

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** More than this share of visitors in both versions means that the assignment does not stick. */
const MOST_IN_BOTH = 0.01

/** Who is counted, who is not, and whether the division holds. */
export const Soundness = ({ verdict, run }: { verdict: Verdict; run: Run | undefined }) => {
  const { sawBoth, srm, arms } = verdict
  const visitors = visitorsOf(verdict)
  const isTooMany = sawBoth > MOST_IN_BOTH * (visitors + sawBoth)
  const due = LIST.format(srm.expected.map(expected))
  return (
    <dl className="space-y-2 px-4 py-4 sm:px-5">
      <Fact label={arms.length > 2 ? 'Saw more than one version' : 'Saw both versions'} warn={isTooMany}>
        {sawBoth === 0
          ? 'Nobody.'
          : `${counted(sawBoth, 'visitors')}, left out of the results${isTooMany ? '. More than 1 in 100: have the way visitors are assigned checked' : ''}.`}
      </Fact>
      <Fact label="Shared out" warn={srm.alarm}>
        {visitors === 0
          ? 'Nobody has come yet.'
          : `${LIST.format(arms.map(arm => count(arm.visitors)))} of ${counted(visitors, 'visitors')}, where ${due} were due: ${srm.alarm ? 'not ' : ''}as planned.`}
      </Fact>
      <Fact label="Counts as a conversion">{countedAs(run)}</Fact>
    </dl>
  )
}

const countedAs = (run: Run | undefined): string => {
  if (run && run.goal !== 'any') return `${goalName(run.goal)}.`
  return run?.primaryConversionTypes.length
    ? `${run.primaryConversionTypes.map(conversionName).join(', ')}.`
    : 'Any type, at or after the visitor first saw the test.'
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
