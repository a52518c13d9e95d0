import { clsx } from 'clsx'
import type { Ref, SelectHTMLAttributes } from 'react'
import { controlClass, type Fit, widthClass } from './input.tsx'

/** A native select, which works with keyboard, touch and screen readers. */
export const Select = ({
  className,
  fit,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & Fit & { ref?: Ref<HTMLSelectElement> }) => (
  <select
    className={clsx(controlClass, 'min-h-(--field-h) pr-(--select-end)', widthClass(fit), className)}
    {...rest}
  />
)

export const Options = ({ of }: { of: Iterable<readonly [value: string, words: string]> }) =>
  [...of].map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
