import { clsx } from 'clsx'
import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'

export const controlClass =
  'rounded-md border-(length:--control-border) border-strong-line bg-card px-(--field-px) text-(length:--field-text) ' +
  'leading-(--field-leading) text-ink placeholder:text-muted transition-colors hover:border-ink focus:border-ink ' +
  'aria-invalid:border-danger disabled:opacity-60'

export type Fit = { fit?: boolean }
export const widthClass = (fit = false): string => (fit ? 'w-auto' : 'w-full')

export const Input = ({
  className,
  fit,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & Fit & { ref?: Ref<HTMLInputElement> }) => (
  <input className={clsx(controlClass, 'min-h-(--field-h)', widthClass(fit), className)} {...rest} />
)

export const Textarea = ({
  className,
  rows = 4,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <textarea rows={rows} className={clsx(controlClass, 'w-full py-(--field-py)', className)} {...rest} />
)
