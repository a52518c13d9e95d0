/** The sheet that a long form is written on: a ruler's edge at its top. */
import type { FormHTMLAttributes, Ref } from 'react'

type FormCardProps = FormHTMLAttributes<HTMLFormElement> & { ref?: Ref<HTMLFormElement> }

export const FormCard = ({ children, ...form }: FormCardProps) => (
  <form {...form} className="relative rounded-lg border border-line bg-card">
    <span aria-hidden className="ruler block h-4 rotate-180 rounded-b-lg text-strong-line" />
    <div className="grid gap-10 p-5 pt-6 sm:p-8">{children}</div>
  </form>
)
