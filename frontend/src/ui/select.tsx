import { clsx } from 'clsx'
import type { Ref, SelectHTMLAttributes } from 'react'
import { controlClass } from './input.tsx'

/** The browser's own select: keyboard, touch and screen readers work as people expect. */
export const Select = ({
  className,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) => (
  <select className={clsx(controlClass, 'min-h-12 pr-9', className)} {...rest} />
)
