import { CountedLink } from '../counted-link.tsx'
import { Place } from './place.tsx'

export const Fourth = () => (
  <Place place={4} id="fourth" title="Hardly anybody scrolls down this far.">
    <p className="mt-2 max-w-xl text-muted">
      On Google even fewer do. If this is where your business is today,{' '}
      <CountedLink
        href="/trial-signup"
        name="v2_fourth_trial"
        className="font-semibold text-ink underline decoration-accent decoration-4 underline-offset-4"
      >
        move it to the top for a week, free
      </CountedLink>
      .
    </p>
  </Place>
)
