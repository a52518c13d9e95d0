import { clsx } from 'clsx'
import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'

export const controlClass =
  'w-full rounded-md border-2 border-strong-line bg-card px-3.5 text-base text-ink placeholder:text-muted ' +
  'transition-colors hover:border-ink focus:border-ink aria-invalid:border-danger disabled:opacity-60'

export const Input = ({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) => (
  <input className={clsx(controlClass, 'min-h-12', className)} {...rest} />
)

export const Textarea = ({
  className,
  rows = 4,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <textarea rows={rows} className={clsx(controlClass, 'py-3', className)} {...rest} />
)
