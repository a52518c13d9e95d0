import type { ReactNode } from 'react'
import { FigureTable } from '../../pieces/figure-table.tsx'
import { count, percent } from '../../words/format.ts'
import { variantLabel } from '../../words/variant-names.ts'
import { VariantMark } from '../variant-mark.tsx'
import { rateOf } from '../variant-result.tsx'

type Arm = { variant: string; visitors: number; converters: number }
type Row<Of extends Arm> = { key: string; head: ReactNode; arms: readonly Of[] }

type ArmTableProps<Of extends Arm> = {
  testName: string
  caption: string
  /** Over the heads of the rows. */
  of: string
  rows: readonly Row<Of>[]
  /** What stands under the figures of a variant. */
  more?: (arm: Of) => ReactNode
}

/** A row for whatever is counted, a column for each variant, which have the same order everywhere. */
export const ArmTable = <Of extends Arm>({ testName, caption, of, rows, more }: ArmTableProps<Of>) => (
  <FigureTable
    caption={caption}
    heads={[
      of,
      ...(rows[0]?.arms ?? []).map(({ variant }, at, { length }) => (
        <>
          {length > 2 && <VariantMark at={at} />} {variantLabel(testName, variant)}
        </>
      )),
    ]}
    rows={rows.map(({ key, head, arms }) => ({
      ...{ key, head },
      cells: arms.map(arm => (
        <>
          <span className="font-medium">{percent(arm.visitors === 0 ? null : rateOf(arm), 2)}</span>{' '}
          <span className="text-muted">
            {count(arm.converters)} of {count(arm.visitors)}
          </span>
          {more?.(arm)}
        </>
      )),
    }))}
    className="max-h-96"
    look="min-w-[32rem] [&_th:first-child]:pr-4 [&_tr]:align-baseline"
  />
)
