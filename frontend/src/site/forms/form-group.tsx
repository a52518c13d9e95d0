import type { ReactNode } from 'react'

export const FormGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend className="display mb-4 text-xl">{title}</legend>
    <div className="grid gap-5 sm:grid-cols-2">{children}</div>
  </fieldset>
)
