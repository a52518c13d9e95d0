import { Stars } from '../art/stars.tsx'
import { Place } from './place.tsx'
import { QUOTES } from './quotes.ts'

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
