import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { count, percent } from '../words/format.ts'
import { isNew, variantLabel } from '../words/variant-names.ts'
import { VariantMark } from './variant-mark.tsx'

/** Of the present run where there is one, else of all time. */
export type Participants = Pick<Verdict['arms'][number], 'visitors' | 'converters'>

type VariantResultProps = {
  stat: AbTestStats['testStats'][number]
  participants: Participants
  /** The highest rate among the variants, against which the bars are drawn; null where they must not be compared. */
  best: number | null
  /** Its mark among several; null where there are but two. */
  at: number | null
}

export const rateOf = ({ visitors, converters }: Participants): number =>
  visitors === 0 ? 0 : (converters / visitors) * 100

export const VariantResult = ({ stat, participants, best, at }: VariantResultProps) => {
  const rate = rateOf(participants)
  return (
    <article className="-mt-px -ml-px min-w-0 flex-[1_1_14rem] border-t border-l border-line px-4 py-4 sm:px-5">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <span>
          {at !== null && <VariantMark at={at} />} {variantLabel(stat.testName, stat.variant)}
        </span>
        {isNew(stat.testName, stat.variant) && <Badge tone="accent">NEW</Badge>}
      </h3>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span
          className={clsx(
            'font-semibold tabular-nums',
            best === null ? 'text-lg text-muted' : 'text-xl tracking-tight',
          )}
        >
          <ChangedNumber value={rate}>{percent(rate, 2)}</ChangedNumber>
        </span>
        <span className="text-muted">conversion rate{best === null && ', not to be compared'}</span>
      </p>
      {best !== null && (
        <meter
          className="rate-bar mt-2"
          min={0}
          max={best || 1}
          value={rate}
          aria-label={`Conversion rate of ${variantLabel(stat.testName, stat.variant)}, beside the highest`}
        />
      )}
      <p className="mt-2 tabular-nums">
        <ChangedNumber value={participants.converters}>{count(participants.converters)}</ChangedNumber> of{' '}
        <ChangedNumber value={participants.visitors}>{count(participants.visitors)}</ChangedNumber> visitors
        converted
      </p>
      <Events stat={stat} participants={participants} />
    </article>
  )
}

/** Events are of all runs. A visitor who converts twice is one converter with two conversions. */
const Events = ({ stat, participants }: Omit<VariantResultProps, 'best' | 'at'>) => (
  <>
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-muted">
      {stat.visitors !== participants.visitors && (
        <Figure label="In all runs" value={stat.conversionRate}>
          {percent(stat.conversionRate, 2)} of {count(stat.visitors)} visitors
        </Figure>
      )}
      <Figure label="Total events" value={stat.totalEvents}>
        {count(stat.totalEvents)}
      </Figure>
      <Figure label="Conversions" value={stat.conversions}>
        {count(stat.conversions)}
      </Figure>
    </dl>
    {stat.converters > stat.conversions && (
      <p className="mt-1 text-sm text-muted">
        Visitors who converted are known from every conversion, also from a form that the server itself
        received. Conversions are the events of the test that browsers sent: some never came, so there are
        fewer of them.
      </p>
    )}
  </>
)

const Figure = ({ label, value, children }: { label: string; value: number; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt>{label}</dt>
    <dd className="font-medium text-ink tabular-nums">
      <ChangedNumber value={value}>{children}</ChangedNumber>
    </dd>
  </div>
)
