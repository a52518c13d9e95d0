import { useId } from 'react'
import { VariantMark } from '../variant-mark.tsx'
import type { Compared } from './arms.ts'

type ArmChoiceProps = {
  compared: readonly Compared[]
  chosen: string
  onChoose: (variant: string) => void
  control: string
}

/** Which treatment the history tells of. */
export const ArmChoice = ({ compared, chosen, onChoose, control }: ArmChoiceProps) => {
  const name = useId()
  return (
    <fieldset className="mb-2">
      <legend className="text-sm text-muted">Against {control}:</legend>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {compared.map(({ variant, label, at }) => (
          <label key={variant} className="dashboard-target flex cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={variant === chosen}
              onChange={() => onChoose(variant)}
              className="size-(--checkbox) shrink-0 accent-ink"
            />
            <VariantMark at={at} /> {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
