/** Frame and cards of the pages after the landing page, with few links to distract from the task. */
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
