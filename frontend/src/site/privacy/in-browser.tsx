import { usePageFact } from '../../ui/use-page-fact.ts'
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
  const hasCookie = usePageFact('identityCookie')
  const keys = usePageFact('clickIds') ? [...KEYS, CLICK] : KEYS
  return (
    <Part title="What lies in your browser" period="until you clear it">
      <p>
        In its own storage your browser keeps, for this site alone, what is listed here; and until you close
        the tab, that you have seen our offer.
      </p>
      <p>
        {hasCookie
          ? 'If you may be counted, one cookie of ours, named firsttouch, holds a copy of the random number, the campaign, the versions of pages and your answer, for 13 months after your last visit. Safari would forget them after seven days.'
          : 'There are no cookies. Safari, and every browser on an iPhone or iPad, forgets these after seven days without a visit, and counts as a new visitor then.'}{' '}
        If you ask on <a href="/opt-out">this page</a> to be left out of our figures, one more cookie says so
        and nothing else.
      </p>
      <dl className="mt-1 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt className="font-semibold">{meaning}</dt>
            <dd className="text-sm text-muted">{key}</dd>
          </div>
        ))}
      </dl>
      <p>If you take your yes back, all of it goes but your answer, the cookie too.</p>
    </Part>
  )
}
