import { useClickIds } from '../use-click-ids.ts'
import { Part } from './part.tsx'

const KEYS = [
  ['utm_session_id', 'The random number that stands for this browser'],
  ['first_touch_utm', 'The campaign that first brought you'],
  ['ab_test_…', 'Which version of a page you see, and in which test'],
  ['stripe_…', 'Which plan you went to pay for'],
  ['firsttouch_…', 'What is still to be sent to us, for 30 days at most'],
  ['tracking_consent', 'Your answer about being counted'],
] as const
const CLICK = [
  'ad_click',
  'The number that an advertising platform gave your latest click on an advert',
] as const

export const InBrowser = () => {
  const keys = useClickIds() ? [...KEYS, CLICK] : KEYS
  return (
    <Part title="What lies in your browser" period="until you clear it">
      <p>
        No cookies. In its own storage your browser keeps, for this site alone, what is listed here; and until
        you close the tab, that you have seen our offer.
      </p>
      <dl className="mt-1 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt className="font-semibold">{meaning}</dt>
            <dd className="text-sm text-muted">{key}</dd>
          </div>
        ))}
      </dl>
      <p>If you take your yes back, all of it goes but your answer.</p>
    </Part>
  )
}
