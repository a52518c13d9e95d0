import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { count } from '../words/format.ts'
import { conversionName, variantLabel } from '../words/variant-names.ts'

type Part = AbTestStats['conversionBreakdown'][number]

/** Conversions of one experiment by type (rows) and variant (columns). */
export const ConversionBreakdown = ({
  parts,
  variants,
  isOfManyRuns,
}: {
  parts: readonly Part[]
  variants: readonly string[]
  isOfManyRuns: boolean
}) => {
  const testName = parts[0]?.testName ?? ''
  const types = [...new Set(parts.map(part => part.conversionType))].sort()
  const found = (variant: string, type: string) =>
    parts.find(part => part.variant === variant && part.conversionType === type)?.count ?? 0
  if (types.length === 0)
    return (
      <p className="p-4 text-muted sm:px-5">
        No conversions yet. The first one of either variant appears here.
      </p>
    )
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <caption className="px-4 pt-4 pb-1 text-left font-semibold sm:px-5">
          Conversion breakdown{isOfManyRuns && ', all runs'}
        </caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium sm:px-5">
              Type
            </th>
            {variants.map(variant => (
              <th key={variant} scope="col" className="px-4 py-2 text-right font-medium sm:px-5">
                {variantLabel(testName, variant)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(type => (
            <tr key={type} className="border-t border-line">
              <th scope="row" className="whitespace-nowrap px-4 py-2 font-normal sm:px-5">
                {conversionName(type)}
              </th>
              {variants.map(variant => (
                <td key={variant} className="px-4 py-2 text-right tabular-nums sm:px-5">
                  <ChangedNumber value={found(variant, type)}>{count(found(variant, type))}</ChangedNumber>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
