import { useEffect } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { HOURS, WITHIN } from '../business.ts'
import { ChatLink, MailLink } from '../counted-link.tsx'
import { DarkCard, NextSteps, NoteCard, type Step } from '../layout/inner-page.tsx'
import type { PublicPage } from '../page.ts'
import { sayTrialStarted } from './trial-started.ts'

const STEPS: readonly Step[] = [
  {
    when: WITHIN.setUp,
    title: 'Account setup',
    text: `We set up your Google Ads account and the first campaign within ${WITHIN.setUp}.`,
  },
  {
    when: WITHIN.form,
    title: 'Launch call',
    text: `We ring you within ${WITHIN.form} and go through the keywords and the area with you.`,
  },
  { when: WITHIN.live, title: 'Go live', text: `Your adverts go live within ${WITHIN.live}.` },
  {
    when: WITHIN.first,
    title: 'Results',
    text: `You are number one within ${WITHIN.first}, and you see the calls it brings.`,
  },
]

const TrialSuccess = () => {
  useEffect(sayTrialStarted, [])
  return (
    <NextSteps
      title="Your free trial has started."
      lead="You have nothing to do now. This is what we do, and by when:"
      steps={STEPS}
      aside={<Support />}
    >
      <a href="/" className={buttonClass({ variant: 'ghost', className: 'mt-10' })}>
        Return to Homepage
      </a>
    </NextSteps>
  )
}

const Support = () => (
  <aside aria-label="Support" className="grid content-start gap-5">
    <DarkCard title="Want to talk now?">
      <p className="mt-2">We are here {HOURS.trial}.</p>
      <div className="mt-6 grid gap-3">
        <ChatLink
          text="Hello Firsttouch, I have just started my free 7-day trial. Here is a bit about my business: "
          name="trial_success_whatsapp"
          className={buttonClass()}
        >
          Message us on WhatsApp
        </ChatLink>
        <MailLink
          subject="My free trial has started"
          name="trial_success_email"
          className={buttonClass({ variant: 'inverse' })}
        >
          Send us an e-mail
        </MailLink>
      </div>
    </DarkCard>
    <NoteCard title="No hidden fees">
      The trial costs nothing and needs no card. Stay on and you pay the weekly price you saw, plus VAT, and
      nothing else to us. Leave, and you owe nothing.
    </NoteCard>
  </aside>
)

export const page: PublicPage = {
  title: 'Your free trial has started | Firsttouch',
  description: 'What happens next with your free 7-day trial of managed Google Ads.',
  search: 'hidden',
  Component: TrialSuccess,
}
