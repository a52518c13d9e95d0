import type { ReactNode } from 'react'
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
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section aria-label={caption} tabIndex={0} className="goes-on max-h-96 overflow-auto">
    <table className="w-full min-w-[32rem] text-left tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-card text-xs text-muted">
        <tr>
          <th scope="col" className="py-1.5 pr-4 font-medium">
            {of}
          </th>
          {rows[0]?.arms.map(({ variant }, at, { length }) => (
            <th key={variant} scope="col" className="py-1.5 pl-4 text-right font-medium">
              {length > 2 && <VariantMark at={at} />} {variantLabel(testName, variant)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, arms }) => (
          <tr key={key} className="border-t border-line align-baseline">
            <th scope="row" className="py-1.5 pr-4 font-normal">
              {head}
            </th>
            {arms.map(arm => (
              <td key={arm.variant} className="py-1.5 pl-4 text-right">
                <span className="font-medium">{percent(arm.visitors === 0 ? null : rateOf(arm), 2)}</span>{' '}
                <span className="text-muted">
                  {count(arm.converters)} of {count(arm.visitors)}
                </span>
                {more?.(arm)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
