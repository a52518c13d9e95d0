import { clsx } from 'clsx'
import type { ButtonHTMLAttributes } from 'react'

/** Use `dark` on the accent colour and `inverse` on dark surfaces. Both look the same in every theme. */
type Variant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dark' | 'inverse'
type Size = 'sm' | 'md' | 'lg'
export type ButtonLook = {
  variant?: Variant | undefined
  size?: Size | undefined
  className?: string | undefined
}

const VARIANTS: Record<Variant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-95 active:brightness-90',
  secondary: 'border-transparent bg-ink text-page hover:opacity-90 active:opacity-80',
  ghost: 'border-(--ghost-line) bg-(--ghost-ground) text-ink hover:border-strong-line hover:bg-sunken',
  dark: 'border-transparent bg-on-accent text-white hover:opacity-90 active:opacity-80',
  inverse: 'border-on-dark-muted text-on-dark hover:bg-dark-raised',
  danger: 'border-danger/45 text-danger hover:bg-danger-surface disabled:border-line disabled:text-muted',
}
const SIZES: Record<Size, string> = {
  sm: 'min-h-(--button-sm-h) px-3 text-sm',
  md: 'min-h-(--button-md-h) px-(--button-md-px) text-base',
  lg: 'min-h-14 px-7 text-lg',
}

export const buttonClass = ({ variant = 'primary', size = 'md', className }: ButtonLook = {}): string =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-md border-(length:--control-border) text-center',
    'font-(--button-weight) leading-tight transition disabled:cursor-not-allowed disabled:opacity-60',
    VARIANTS[variant],
    SIZES[size],
    className,
  )

export const Button = ({
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & ButtonLook) => (
  <button type={type} className={buttonClass({ variant, size, className })} {...rest} />
)
