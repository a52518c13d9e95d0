import { Check } from 'lucide-react'
import { VALUES, WITHIN } from '../business.ts'

const INCLUDED = [
  ['Google Ads setup and optimisation', 'Keywords, adverts and bids, looked after every day.'],
  ['Landing page creation', 'One fast page, made for people who want to ring.'],
  ['24/7 click-fraud protection', `Valued at ${VALUES.clickFraudTrial}.`],
  ['A dedicated account manager', 'One person who knows your campaign.'],
  ['Analytics and tag-manager setup', `Valued at ${VALUES.trackingTrial}.`],
] as const

export const Included = () => (
  <aside aria-label="What you get" className="grid content-start gap-5">
    <section className="rounded-lg border border-[#343a41] bg-on-accent p-6 text-[#f3f4f1] sm:p-8">
      <h2 className="display text-2xl">What is included</h2>
      <ul className="mt-5 space-y-4">
        {INCLUDED.map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Check aria-hidden size={22} strokeWidth={3} className="mt-0.5 shrink-0 text-accent" />
            <p>
              <strong>{title}</strong>
              <br />
              <span className="text-[#a9b0b7]">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
    <section className="rounded-lg border-2 border-ink p-6">
      <h2 className="text-lg font-bold">7-day full-refund guarantee</h2>
      <p className="mt-1 text-muted">
        If you stay on after the trial and are not number one within {WITHIN.first}, you get a full refund.
      </p>
    </section>
    <section className="rounded-lg border-2 border-ink p-6">
      <h2 className="text-lg font-bold">You own your Google Ads account</h2>
      <p className="mt-1 text-muted">
        Everything is built in your own account. No lock-in: leave whenever you like and keep it all.
      </p>
    </section>
  </aside>
)
