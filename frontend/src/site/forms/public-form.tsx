/** The form provides errors to its fields and holds the honeypot field. */
import { createContext, type FormHTMLAttributes, type ReactNode, use } from 'react'
import type { usePublicForm } from './use-public-form.ts'

const Errors = createContext<Record<string, string>>({})
export const useFieldError = (name: string): string | undefined => use(Errors)[name]

type PublicFormProps = FormHTMLAttributes<HTMLFormElement> &
  Pick<ReturnType<typeof usePublicForm>, 'form' | 'errors'>

export const PublicForm = ({ form, errors, children, ...look }: PublicFormProps) => (
  <Errors value={errors}>
    <form {...form} {...look}>
      {children}
      <LeaveBlank />
    </form>
  </Errors>
)

/** The honeypot field. People never see or reach it. */
const LeaveBlank = () => (
  <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
    <label>
      Leave this blank
      <input name="leaveBlank" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

export const FormCard = ({ children, ...form }: PublicFormProps) => (
  <PublicForm {...form} className="relative rounded-lg border border-line bg-card">
    <span aria-hidden className="ruler block h-4 rotate-180 rounded-b-lg text-strong-line" />
    <div className="grid gap-10 p-5 pt-6 sm:p-8">{children}</div>
  </PublicForm>
)

export const FormGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend className="display mb-4 text-xl">{title}</legend>
    <div className="grid gap-5 sm:grid-cols-2">{children}</div>
  </fieldset>
)
