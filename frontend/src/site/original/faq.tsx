/** Eighteen questions, one open at a time. The browser's disclosure group works without scripts. */

import { ButtonLink } from '../counted-link.tsx'
import { QUESTIONS } from './questions.ts'

export const Faq = () => (
  <section
    id="faq"
    aria-labelledby="faq-title"
    className="wrap grid gap-10 py-16 sm:py-28 lg:grid-cols-[1fr_2fr] lg:gap-20"
  >
    <div className="lg:sticky lg:top-28 lg:self-start">
      <h2 id="faq-title" className="display text-3xl sm:text-4xl">
        Fair questions
      </h2>
      <p className="mt-4 max-w-xs text-muted">
        The eighteen we hear most, answered the way we would on the phone.
      </p>
      <ButtonLink href="#contact" name="faq_contact" variant="ghost" className="mt-6">
        Ask your own
      </ButtonLink>
    </div>
    <div className="border-t-2 border-ink">
      {QUESTIONS.map(({ question, answer }) => (
        <details
          key={question}
          name="faq"
          className="group border-b border-line open:border-b-2 open:border-ink"
        >
          <summary className="flex cursor-pointer items-start justify-between gap-6 py-4 text-lg leading-snug font-semibold sm:py-5">
            <h3>{question}</h3>
            <span aria-hidden className="relative mt-1 size-5 shrink-0">
              <span className="absolute top-2 left-0 h-1 w-5 bg-ink" />
              <span className="absolute top-0 left-2 h-5 w-1 bg-ink transition group-open:rotate-90 group-open:opacity-0" />
            </span>
          </summary>
          <p className="max-w-2xl pb-6 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
