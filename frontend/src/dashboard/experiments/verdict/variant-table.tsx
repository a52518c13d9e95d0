import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { variantLabel } from '../../words/variant-names.ts'

type Row = Verdict['arms'][number]
type VariantTableProps = {
  verdict: Verdict
  caption: string
  /** Beside the name of the variant. */
  columns: readonly { head: string; of: (row: Row, at: number) => string }[]
}

export const VariantTable = ({ verdict, caption, columns }: VariantTableProps) => (
  <table className="w-full text-left tabular-nums">
    <caption className="sr-only">{caption}</caption>
    <thead className="text-xs text-muted">
      <tr>
        <th scope="col" className="pb-1 font-medium">
          Version
        </th>
        {columns.map(({ head }) => (
          <th key={head} scope="col" className="pb-1 pl-3 text-right font-medium">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {verdict.arms.map((row, at) => (
        <tr key={row.variant} className="border-t border-line align-baseline">
          <th scope="row" className="py-1.5 font-normal">
            {variantLabel(verdict.testName, row.variant)}
          </th>
          {columns.map(({ head, of }) => (
            <td key={head} className="py-1.5 pl-3 text-right">
              {of(row, at)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
