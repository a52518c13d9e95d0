/** Frame of the pages after the landing page. It has few links, because links distract from the task. */
import type { ReactNode } from 'react'
import { SkipLink } from '../../ui/skip-link.tsx'
import { MailLink } from '../counted-link.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
import { Wordmark } from './wordmark.tsx'

export const InnerPage = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <header className="border-b border-line">
      <div className="wrap flex h-[4.5rem] items-center">
        <a href="/" aria-label="Firsttouch, to the homepage" className="rounded-md">
          <Wordmark />
        </a>
      </div>
    </header>
    <main id="main" tabIndex={-1} className="pb-20 outline-none">
      {children}
    </main>
    <footer className="mt-auto border-t border-line">
      <p className="wrap flex flex-wrap justify-between gap-4 py-8 text-sm text-muted">
        <span>© Firsttouch</span>
        <a href="/privacy" className="underline underline-offset-4">
          What we keep about you
        </a>
        <PrivacyChoice className="underline underline-offset-4" />
        <MailLink name="inner_footer_email" className="text-ink underline underline-offset-4" />
      </p>
    </footer>
  </div>
)

type CardProps = { title: string; children: ReactNode }

export const DarkCard = ({ title, children }: CardProps) => (
  <section className="rounded-lg border border-dark-line bg-dark p-6 text-on-dark sm:p-8">
    <h2 className="display text-2xl">{title}</h2>
    {children}
  </section>
)

export const NoteCard = ({ title, children }: CardProps) => (
  <section className="rounded-lg border-2 border-ink p-6">
    <h2 className="text-lg font-bold">{title}</h2>
    <p className="mt-1 text-muted">{children}</p>
  </section>
)

export type Step = { when: string; title: string; text: string }
type NextStepsProps = {
  title: ReactNode
  lead: string
  steps: readonly Step[]
  aside: ReactNode
  children?: ReactNode
}

/** The page after a form, with the next steps and the contacts. */
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
