import { usePageFact } from '../../ui/use-page-fact.ts'
import { Part } from './part.tsx'

const KEYS = [
  ['utm_session_id', 'The random number of this browser'],
  ['first_touch_utm', 'The campaign that first brought you'],
  ['ab_test_…', 'Which version of a page you see, and in which test'],
  ['stripe_…', 'Which plan you chose to pay for'],
  ['firsttouch_…', 'Events that are not sent yet, for 30 days at most'],
  ['tracking_consent', 'Your privacy choice'],
] as const
const CLICK = [
  'ad_click',
  'The number that an advertising platform gave your latest click on an advert',
] as const

export const InBrowser = () => {
  const hasCookie = usePageFact('identityCookie')
  const keys = usePageFact('clickIds') ? [...KEYS, CLICK] : KEYS
  return (
    <Part title="What your browser stores" period="until you clear it">
      <p>
        Your browser stores the entries below for this site only. Until you close the tab, it also stores that
        you have seen our offer.
      </p>
      <p>
        {hasCookie
          ? 'If you may be counted, our cookie firsttouch holds a copy of the random number, the campaign, the page versions and your choice for 13 months after your last visit. Safari would otherwise delete them after seven days.'
          : 'There are no cookies. Safari, and every browser on an iPhone or iPad, deletes these entries after seven days without a visit. It then counts as a new visitor.'}{' '}
        If you ask on <a href="/opt-out">this page</a> to be left out of our figures, another cookie stores
        only that choice.
      </p>
      <dl className="mt-1 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt className="font-semibold">{meaning}</dt>
            <dd className="text-sm text-muted">{key}</dd>
          </div>
        ))}
      </dl>
      <p>If you withdraw your consent, everything but your choice is deleted, including the cookie.</p>
    </Part>
  )
}
