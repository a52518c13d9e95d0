import { PROMISE, VALUES } from '../business.ts'

const REASONS = [
  ['First place, by a fixed date', `${PROMISE}. A date you can hold us to, not “give it six months”.`],
  [
    'Your money back if we miss it',
    'Not number one by day seven? You get a full refund. Nothing to argue about.',
  ],
  [
    'People who need you now',
    'Nobody types “emergency plumber” for fun. You are shown to people with a job to give, in the area you cover.',
  ],
  [
    'No long contract',
    'Rolling billing, week by week. Cancel with the link in your receipt whenever you like.',
  ],
  [
    'Your account stays yours',
    'We work inside your own Google Ads account. Leave, and you take the account and all its data with you.',
  ],
  [
    'Nothing to learn',
    'Keywords, adverts, bids and the daily checks are our job. Yours is to answer the phone.',
  ],
  [
    'No clicks from fraudsters',
    'Rivals and robots click adverts to burn your budget. We watch for them day and night and shut them out.',
  ],
  [
    'People you can reach',
    'Your own WhatsApp group with our team: ask, and you get an answer from a person who knows your campaign.',
  ],
] as const

const BONUSES = [
  [
    '24/7 click-fraud protection',
    `Worth ${VALUES.clickFraud}`,
    'Blocks repeat and robot clicks before they eat your budget.',
  ],
  [
    'Analytics and tag-manager setup',
    `Worth ${VALUES.tracking}`,
    'So that you see which search made the phone ring.',
  ],
  ['A WhatsApp group with the team', 'Included', 'No tickets, no call centre, no hold music.'],
] as const

export const Reasons = () => (
  <section aria-labelledby="reasons" className="wrap py-16 sm:py-28">
    <h2 id="reasons" className="display max-w-4xl text-3xl sm:text-4xl">
      Eight reasons customers ring you and not the next firm
    </h2>
    <ol className="mt-12 sm:mt-16">
      {REASONS.map(([title, text], index) => (
        <li key={title} className="flex gap-5 sm:gap-10">
          <div className="tape-cell-y flex w-14 shrink-0 items-end bg-accent pb-2 pl-2 text-on-accent sm:w-24 sm:pl-4">
            <span aria-hidden className="display text-2xl leading-none sm:text-3xl">
              {index + 1}
            </span>
          </div>
          <div className="grid flex-1 gap-x-12 gap-y-2 border-b border-line py-7 lg:grid-cols-[2fr_3fr] lg:items-baseline lg:py-9">
            <h3 className="display text-xl sm:text-2xl">{title}</h3>
            <p className="max-w-2xl text-muted sm:text-lg">{text}</p>
          </div>
        </li>
      ))}
    </ol>
    <h3 className="display mt-16 text-2xl sm:mt-24">And on top, at no extra cost</h3>
    <ul className="mt-6 grid gap-4 md:grid-cols-3">
      {BONUSES.map(([title, worth, text]) => (
        <li key={title} className="rounded-lg border-2 border-ink p-6">
          <p className="inline-block rounded-sm bg-accent px-2 py-0.5 text-sm font-bold text-on-accent">
            {worth}
          </p>
          <h4 className="mt-4 text-lg leading-snug font-bold">{title}</h4>
          <p className="mt-2 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
)
