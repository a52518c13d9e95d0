/** The page after a form, with the next steps on a tape measure and the contacts. */
import type { ReactNode } from 'react'
import { InnerPage } from './inner-page.tsx'

export type Step = { when: string; title: string; text: string }
type NextStepsProps = {
  title: ReactNode
  lead: string
  steps: readonly Step[]
  aside: ReactNode
  /** Rendered below the steps. */
  children?: ReactNode
}

export const NextSteps = ({ title, lead, steps, aside, children }: NextStepsProps) => (
  <InnerPage>
    <div className="wrap grid grid-cols-1 gap-12 pt-10 sm:pt-14 lg:grid-cols-[1.5fr_1fr] lg:gap-16">
      <div>
        <h1 className="display text-4xl">{title}</h1>
        <p className="mt-5 max-w-xl text-lg">{lead}</p>
        <h2 className="sr-only">Next steps</h2>
        <ol className="mt-8">
          {steps.map(step => (
            <li key={step.title} className="flex gap-5 sm:gap-8">
              <div className="tape-cell-y flex w-28 shrink-0 flex-col justify-end bg-accent pb-2 pl-3 text-on-accent min-[360px]:w-32 sm:w-44 sm:pl-4">
                <span className="display text-xl leading-none sm:text-2xl">{step.when}</span>
              </div>
              <div className="min-w-0 flex-1 border-b border-line py-6">
                <h3 className="display text-xl">{step.title}</h3>
                <p className="mt-1 max-w-xl text-muted">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        {children}
      </div>
      {aside}
    </div>
  </InnerPage>
)
