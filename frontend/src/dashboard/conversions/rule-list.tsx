import type { ConversionRule } from '@firsttouch/api/contract/conversions/settings'
import { KIND_NAMES } from './words.ts'

type RuleListProps = { rules: readonly ConversionRule[]; currency: string }

export const RuleList = ({ rules, currency }: RuleListProps) => (
  <dl className="grid gap-x-8 gap-y-3 px-4 py-3 sm:grid-cols-3 sm:px-5">
    {rules.map(({ kind, isOffered, name, value }) => (
      <div key={kind}>
        <dt className="text-muted">{KIND_NAMES[kind]}</dt>
        <dd className="wrap-anywhere">
          {isOffered ? (
            <>
              <span className="font-medium">{name}</span>
              <span className="block text-muted tabular-nums">
                {value === '' ? 'worth what the platform says' : `worth ${value} ${currency}`}
              </span>
            </>
          ) : (
            'is not told'
          )}
        </dd>
      </div>
    ))}
  </dl>
)
