/** What each variant of an experiment counted: its visitors and their conversions, and those by type. */
import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { count, percent } from '../words/format.ts'
import { conversionName, isNew, variantLabel } from '../words/variant-names.ts'
import { RateBar } from './rate-bar.tsx'
import { visitorsOf } from './verdict/advice.ts'

type CountsProps = { testName: string; stats: AbTestStats; verdict: Verdict | undefined }
type Stat = AbTestStats['testStats'][number]
/** Of the present run where there is one, else of all time. */
type Participants = Pick<Stat, 'visitors' | 'converters'>

export const rateOf = ({ visitors, converters }: Participants): number =>
  visitors === 0 ? 0 : (converters / visitors) * 100

export const statsOf = ({ testStats }: AbTestStats, name: string): Stat[] =>
  testStats.filter(({ testName }) => testName === name)

export const VariantResults = ({ testName, stats, verdict }: CountsProps) => {
  const variants = statsOf(stats, testName).map(stat => {
    const participants: Participants = verdict?.arms.find(arm => arm.variant === stat.variant) ?? stat
    return { stat, participants }
  })
  const best = Math.max(...variants.map(({ participants }) => rateOf(participants)))
  return (
    <div className="flex flex-wrap overflow-hidden border-t border-line">
      {variants.map(variant => (
        <VariantResult
          key={variant.stat.variant}
          {...variant}
          best={verdict?.state === 'split_broken' ? null : best}
        />
      ))}
    </div>
  )
}

type VariantResultProps = {
  stat: Stat
  participants: Participants
  /** The highest rate among the variants, against which the bars are drawn; null where they must not be compared. */
  best: number | null
}

const VariantResult = ({ stat, participants, best }: VariantResultProps) => {
  const rate = rateOf(participants)
  const label = variantLabel(stat.testName, stat.variant)
  const { converters, visitors } = participants
  return (
    <article className="-mt-px -ml-px min-w-0 flex-[1_1_14rem] border-t border-l border-line px-4 py-4 sm:px-5">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <span>{label}</span>
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
        <RateBar value={rate} max={best || 1} label={`Conversion rate of ${label}, beside the highest`} />
      )}
      <p className="mt-2 tabular-nums">
        <ChangedNumber value={converters}>{count(converters)}</ChangedNumber> of{' '}
        <ChangedNumber value={visitors}>{count(visitors)}</ChangedNumber> visitors converted
      </p>
      {/* Events are of all runs. A visitor who converts twice is one converter with two conversions. */}
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-muted">
        {stat.visitors !== visitors && (
          <Figure label="In all runs" value={stat.conversionRate}>
            {percent(stat.conversionRate, 2)} of {count(stat.visitors)} visitors
          </Figure>
        )}
        <Figure label="Total events" value={stat.totalEvents} />
        <Figure label="Conversions" value={stat.conversions} />
      </dl>
      {stat.converters > stat.conversions && (
        <p className="mt-1 text-sm text-muted">
          Visitors who converted are known from every conversion, also from a form that the server itself
          received. Conversions are the events of the test that browsers sent: some never came, so there are
          fewer of them.
        </p>
      )}
    </article>
  )
}

type FigureProps = { label: string; value: number; children?: ReactNode }

const Figure = ({ label, value, children = count(value) }: FigureProps) => (
  <div className="flex gap-1.5">
    <dt>{label}</dt>
    <dd className="font-medium text-ink tabular-nums">
      <ChangedNumber value={value}>{children}</ChangedNumber>
    </dd>
  </div>
)

/** Conversions by type (rows) and variant (columns). */
export const Breakdown = ({ testName, stats, verdict }: CountsProps) => {
  const own = statsOf(stats, testName)
  const parts = conversionsOf(stats, testName)
  const inRun = verdict ? visitorsOf(verdict) : 0
  const isOfManyRuns = verdict !== undefined && own.reduce((sum, stat) => sum + stat.visitors, 0) > inRun
  if (parts.types.length === 0)
    return (
      <p className="p-4 text-muted sm:px-5">
        No conversions yet. The first one of either variant appears here.
      </p>
    )
  return (
    <div className="min-w-0 px-4 py-4 sm:px-5">
      <h3 className="mb-1 font-semibold">Conversion breakdown{isOfManyRuns && ', all runs'}</h3>
      <FigureTable
        caption="Conversions by type and version"
        heads={['Type', ...own.map(({ variant }) => variantLabel(testName, variant))]}
        rows={parts.types.map(type => ({
          key: type,
          head: <span className="whitespace-nowrap">{conversionName(type)}</span>,
          cells: own.map(({ variant }) => {
            const value = parts.countOf(variant, type)
            return <ChangedNumber value={value}>{count(value)}</ChangedNumber>
          }),
        }))}
      />
    </div>
  )
}

/** The types of conversion of an experiment, and how many of each its variants had. */
export const conversionsOf = ({ conversionBreakdown }: AbTestStats, testName: string) => {
  const parts = conversionBreakdown.filter(part => part.testName === testName)
  return {
    types: [...new Set(parts.map(part => part.conversionType))].sort(),
    countOf: (variant: string, type: string): number =>
      parts.find(part => part.variant === variant && part.conversionType === type)?.count ?? 0,
  }
}
