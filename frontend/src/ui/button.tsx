import { clsx } from 'clsx'
import type { ButtonHTMLAttributes } from 'react'

/** `dark` and `inverse` are for grounds that do not change with the theme: the accent's colour and the dark one. */
type Variant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dark' | 'inverse'
type Size = 'sm' | 'md' | 'lg'
export type ButtonLook = { variant?: Variant; size?: Size; className?: string | undefined }

const VARIANTS: Record<Variant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:brightness-95 active:brightness-90',
  secondary: 'border-transparent bg-ink text-page hover:opacity-90 active:opacity-80',
  ghost: 'border-strong-line text-ink hover:bg-sunken',
  dark: 'border-transparent bg-on-accent text-white hover:opacity-90 active:opacity-80',
  inverse: 'border-[#a9b0b7] text-[#f3f4f1] hover:bg-[#2c3238]',
  danger: 'border-danger text-danger hover:bg-danger-surface',
}
const SIZES: Record<Size, string> = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-5 text-base',
  lg: 'min-h-14 px-7 text-lg',
}

/** The look of a button, for links that should look like one. */
export const buttonClass = ({ variant = 'primary', size = 'md', className }: ButtonLook = {}): string =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-md border-2 text-center font-semibold',
    'leading-tight transition disabled:cursor-not-allowed disabled:opacity-60',
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
  <button
    type={type}
    className={buttonClass({ ...(variant && { variant }), ...(size && { size }), className })}
    {...rest}
  />
)
