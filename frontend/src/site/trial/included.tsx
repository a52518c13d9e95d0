import { Check } from 'lucide-react'
import { VALUES, WITHIN } from '../business.ts'
import { DarkCard, NoteCard } from '../layout/cards.tsx'

const INCLUDED = [
  ['Google Ads setup and optimisation', 'Keywords, adverts and bids, looked after every day.'],
  ['Landing page creation', 'One fast page, made for people who want to ring.'],
  ['24/7 click-fraud protection', `Valued at ${VALUES.clickFraudTrial}.`],
  ['A dedicated account manager', 'One person who knows your campaign.'],
  ['Analytics and tag-manager setup', `Valued at ${VALUES.trackingTrial}.`],
] as const

export const Included = () => (
  <aside aria-label="What you get" className="grid content-start gap-5">
    <DarkCard title="What is included">
      <ul className="mt-5 space-y-4">
        {INCLUDED.map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Check aria-hidden size={22} strokeWidth={3} className="mt-0.5 shrink-0 text-accent" />
            <p>
              <strong>{title}</strong>
              <br />
              <span className="text-on-dark-muted">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </DarkCard>
    <NoteCard title="7-day full-refund guarantee">
      If you stay on after the trial and are not number one within {WITHIN.first}, you get a full refund.
    </NoteCard>
    <NoteCard title="You own your Google Ads account">
      Everything is built in your own account. No lock-in: leave whenever you like and keep it all.
    </NoteCard>
  </aside>
)
