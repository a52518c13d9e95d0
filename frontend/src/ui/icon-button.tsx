import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

export const iconButtonClass =
  'inline-grid size-(--icon-button) shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink ' +
  'disabled:cursor-not-allowed disabled:opacity-50 print:hidden'

export const IconButton = ({
  label,
  className,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; children: ReactNode }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    className={clsx(iconButtonClass, className)}
    {...rest}
  >
    {children}
  </button>
)
