import { Stars } from '../art/stars.tsx'
import { Place } from './place.tsx'

/** Placeholders. The business must replace them with its own customers' words. */

const QUOTES = [
  {
    words:
      'Signed up on a Monday, top of Google on the Wednesday. By Friday I had to ask my brother to help with the calls.',
    name: 'Dave',
    trade: 'roofer in Leeds',
  },
  {
    words:
      'I never learnt the Google Ads screen and I never will. They do it, I fix boilers, and the account is still mine.',
    name: 'Priya',
    trade: 'plumber in Leicester',
  },
  {
    words:
      'The week cost me less than one leaflet drop. The first wasp nest it brought in had paid for the month.',
    name: 'Gareth',
    trade: 'pest control in Swansea',
  },
] as const

export const Testimonials = () => (
  <Place place={2} id="testimonials" title="What they say after a week">
    <ul className="mt-8 grid gap-8 md:grid-cols-3">
      {QUOTES.map(({ words, name, trade }) => (
        <li key={name}>
          <figure>
            <Stars rating="5" />
            <blockquote className="mt-3 text-lg leading-snug">“{words}”</blockquote>
            <figcaption className="mt-3 text-sm text-muted">
              <strong className="text-ink">{name}</strong>, {trade}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </Place>
)
