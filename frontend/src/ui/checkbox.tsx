import { clsx } from 'clsx'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

export const Checkbox = ({
  label,
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; ref?: Ref<HTMLInputElement> }) => {
  const id = useId()
  return (
    <div className={clsx('flex items-start gap-3', className)}>
      <input
        id={id}
        type="checkbox"
        className="mt-(--checkbox-drop) size-(--checkbox) shrink-0 accent-ink"
        {...rest}
      />
      <label htmlFor={id} className="cursor-pointer">
        {label}
      </label>
    </div>
  )
}
