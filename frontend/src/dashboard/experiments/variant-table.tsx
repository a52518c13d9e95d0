import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { Nothing } from '../pieces/loaded.tsx'
import { count, percent } from '../words/format.ts'
import { isNew, variantLabel } from '../words/variant-names.ts'
import { everyVisitors, goalName, rangeInWords, unitFor } from './words.ts'

type Counts = { visitors: number; converters: number }
type OfTest = { testName: string; stats: AbTestStats; verdict: Verdict | undefined }

/** In percent. null without a visitor. */
export const rateOf = ({ visitors, converters }: Counts): number | null =>
  visitors === 0 ? null : (converters / visitors) * 100

/** True if each variant has enough data and the traffic split is as planned. */
export const isComparable = ({ state, interval }: Verdict): boolean =>
  interval !== null && state !== 'split_broken' && state !== 'collecting'

/** All differences of a test use the same unit, so that they are easy to compare. */
export const unitOf = ({ arms, plan }: Verdict) =>
  unitFor(
    Math.max(
      plan.minimumEffect,
      ...arms.flatMap(({ comparison }) => comparison?.interval.map(Math.abs) ?? []),
    ),
  )

type ByVariantProps = {
  testName: string
  variants: readonly string[]
  caption: string
  of: string
  rows: readonly { head: ReactNode; cells: readonly ReactNode[] }[]
  beside?: (variant: string) => ReactNode
}

export const ByVariant = ({ testName, variants, caption, of, rows, beside }: ByVariantProps) => (
  <FigureTable
    caption={`${caption}, by variant`}
    heads={[
      of,
      ...variants.map(variant => (
        <span key={variant} className="inline-flex flex-wrap items-center justify-end gap-x-1.5 text-ink">
          {variantLabel(testName, variant)} {beside?.(variant)}
        </span>
      )),
    ]}
    rows={rows.map((row, at) => ({ ...row, key: String(at) }))}
    look={clsx('table-fixed [&_tr]:align-baseline', variants.length > 3 && 'min-w-[44rem]')}
  />
)

const NOTHING = { visitors: 0, converters: 0, totalEvents: 0, conversions: 0 }

/** Figures of the present run. A variant without a visitor also has a column. */
export const VariantTable = ({ testName, stats, verdict }: OfTest) => {
  const own = stats.testStats.filter(stat => stat.testName === testName)
  const variants = (verdict?.arms ?? own).map(({ variant }) => ({
    ...{ ...NOTHING, variant, comparison: null },
    ...own.find(one => one.variant === variant),
    ...verdict?.arms.find(one => one.variant === variant),
  }))
  type OfVariant = (typeof variants)[number]
  const row = (
    head: string,
    value: (one: OfVariant) => number | null,
    words: (value: number | null) => ReactNode = count,
  ) => ({
    head,
    cells: variants.map(one => <ChangedNumber value={value(one)}>{words(value(one))}</ChangedNumber>),
  })
  const isBroken = verdict?.state === 'split_broken'
  const rows = [
    row(`Conversion rate${isBroken ? ' (not comparable)' : ''}`, rateOf, rate => (
      <span className={isBroken ? 'text-muted' : 'text-xl font-semibold tracking-tight'}>
        {percent(rate, 2)}
      </span>
    )),
    row('Visitors', ({ visitors }) => visitors),
    row('Visitors who converted', ({ converters }) => converters),
    row('Total events', ({ totalEvents }) => totalEvents),
    row('Conversions', ({ conversions }) => conversions),
  ]
  if (verdict && isComparable(verdict))
    rows.splice(3, 0, {
      head: `Of ${everyVisitors(unitOf(verdict))}, how many more or fewer convert than with the original`,
      cells: variants.map(({ comparison }) => (
        <>{comparison ? rangeInWords(comparison.interval, unitOf(verdict)) : '–'}</>
      )),
    })
  return (
    <div className="border-t border-line px-4 py-3 sm:px-5">
      <ByVariant
        {...{ testName, rows }}
        variants={variants.map(({ variant }) => variant)}
        caption="Counts"
        of="Variant"
        beside={variant => isNew(testName, variant) && <Badge tone="accent">NEW</Badge>}
      />
      {variants.some(({ converters, conversions }) => converters > conversions) && (
        <p className="mt-1 text-sm text-muted">
          Some visitors sent a form, but their browsers did not report the conversion. They count as
          converted, so that row can exceed “Conversions”.
        </p>
      )}
    </div>
  )
}

/** Conversions by type, with underscores shown as spaces (specification, section 2). */
export const Breakdown = ({ testName, stats }: OfTest) => {
  const parts = stats.conversionBreakdown.filter(part => part.testName === testName)
  const variants = stats.testStats.flatMap(stat => (stat.testName === testName ? [stat.variant] : []))
  const types = [...new Set(parts.map(({ conversionType }) => conversionType))].sort()
  if (types.length === 0)
    return <Nothing>No conversions yet. The first conversion of any variant appears here.</Nothing>
  return (
    <ByVariant
      {...{ testName, variants }}
      caption="Conversions by type"
      of="Type"
      rows={types.map(type => ({
        head: type.replaceAll('_', ' '),
        cells: variants.map(variant => {
          const value =
            parts.find(part => part.variant === variant && part.conversionType === type)?.count ?? 0
          return <ChangedNumber value={value}>{count(value)}</ChangedNumber>
        }),
      }))}
    />
  )
}

/** Guardrail metrics: figures that must not fall while a variant wins. */
export const Guards = ({ testName, guards }: Pick<ExperimentDetails, 'testName' | 'guards'>) =>
  guards.length === 0 ? (
    <Nothing>No other conversions yet.</Nothing>
  ) : (
    <ByVariant
      testName={testName}
      variants={guards[0]?.arms.map(({ variant }) => variant) ?? []}
      caption="What else visitors did"
      of="Action"
      rows={guards.map(({ what, arms }) => ({
        head: goalName(what),
        cells: arms.map(arm => (
          <>
            <span className="font-medium">{percent(rateOf(arm), 2)}</span>{' '}
            <span className="text-muted">
              {count(arm.converters)} of {count(arm.visitors)}
            </span>
            {arm.fell && <span className="block font-medium text-danger">Lower than with the original</span>}
          </>
        )),
      }))}
    />
  )
