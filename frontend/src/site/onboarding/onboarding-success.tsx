import { buttonClass } from '../../ui/button.tsx'
import { HOURS, PROMISE, WITHIN } from '../business.ts'
import { ChatLink, MailLink } from '../counted-link.tsx'
import { DarkCard, NextSteps, NoteCard, type Step } from '../layout/inner-page.tsx'
import type { PublicPage } from '../page.ts'

const STEPS: readonly Step[] = [
  {
    when: 'Today',
    title: 'Our specialists review your details',
    text: 'They look at who is first for your keyword today, and why.',
  },
  {
    when: 'Then',
    title: 'We prepare your strategy',
    text: 'Keywords, adverts, bids and a budget that suits your area.',
  },
  {
    when: WITHIN.call,
    title: 'We call you',
    text: `Within ${WITHIN.call}, to go through the plan and answer your questions.`,
  },
  {
    when: WITHIN.first,
    title: 'Your adverts are live',
    text: `Within ${WITHIN.first} you are number one for your keyword.`,
  },
]

const OnboardingSuccess = () => (
  <NextSteps
    title={
      <>
        Thank you. <span className="block">We have all we need.</span>
      </>
    }
    lead="Your details are with our team. This is what happens next:"
    steps={STEPS}
    aside={<Aside />}
  />
)

const Aside = () => (
  <aside aria-label="Good to know" className="grid content-start gap-5">
    <DarkCard title="A question before we call?">
      <p className="mt-2">On WhatsApp we are available {HOURS.chat}.</p>
      <ChatLink
        text="Hello Firsttouch, I have just completed my onboarding form and have a question."
        name="onboarding_success_whatsapp"
        className={buttonClass({ className: 'mt-6 w-full' })}
      >
        Message us on WhatsApp
      </ChatLink>
      <p className="mt-4 text-on-dark-muted">
        Or write to{' '}
        <MailLink
          subject="My onboarding"
          name="onboarding_success_email"
          className="text-on-dark underline underline-offset-4"
        />
      </p>
    </DarkCard>
    <NoteCard title="What the onboarding call is for">
      In about twenty minutes we confirm your keyword and area, agree the daily budget, check that calls and
      forms reach you, and add you to your WhatsApp group. Have your opening hours to hand.
    </NoteCard>
    <section className="rounded-lg bg-accent p-6 text-on-accent">
      <h2 className="text-lg font-bold">Your money-back guarantee</h2>
      <p className="mt-1">{PROMISE}. If not, you get your money back in full.</p>
    </section>
  </aside>
)

export const page: PublicPage = {
  title: 'Thank you: we have everything we need | Firsttouch',
  description: 'What happens next with your Google Ads campaigns.',
  search: 'hidden',
  Component: OnboardingSuccess,
}
