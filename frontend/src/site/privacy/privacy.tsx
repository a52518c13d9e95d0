/** This page must match what the code stores about visitors. */
import { DEFAULT_DAYS, type Kept, keptFor } from '@firsttouch/api/contract/kept'
import { type ReactNode, useSyncExternalStore } from 'react'
import { MailLink } from '../counted-link.tsx'
import { InnerPage } from '../layout/inner-page.tsx'
import { PrivacyChoice } from '../layout/privacy-choice.tsx'
import type { PublicPage } from '../page.ts'
import { useSiteConfig } from '../site-config.tsx'
import { never } from '../use-tracking.ts'

/** A switch that the server wrote on the page (`infra/app/site/page.ts`). False while the page is prerendered. */
const usePageFact = (name: 'clickIds' | 'identityCookie'): boolean =>
  useSyncExternalStore(
    never,
    () => document.documentElement.dataset[name] === 'on',
    () => false,
  )

const Privacy = () => (
  <InnerPage>
    <div className="wrap pt-10 sm:pt-14">
      <h1 className="display max-w-3xl text-4xl">What we keep about you, and for how long</h1>
      <p className="mt-5 max-w-2xl text-lg">
        We count visits to learn which adverts bring customers, and we keep what you send us to answer you. We
        sell nothing.
      </p>
      <div className="mt-10 max-w-4xl border-t border-line">
        <Part title="When you read our pages" period={<KeptFor what="visitDetails" />}>
          <p>
            If we may count your visits, we note the page, the time and a random number for this browser. We
            note the campaign in the link that you followed, whether an advert led you here, and the page that
            you came from. We also note the name of your browser, how long the page was on the screen, how far
            you scrolled and how fast the page was. We keep only the first part of your IP address, which
            identifies a network and not a household.
          </p>
          <p>
            After that time we keep only a count of the visit, with its campaign, the website that you came
            from, and the kind of device and browser. We use your full IP address briefly to prevent abuse and
            do not store it.
          </p>
        </Part>
        <Part title="When you press a button" period={<KeptFor what="visitDetails" />}>
          <p>
            We note the same details, and which button you pressed. On WhatsApp and on the payment page, the
            companies that run them apply their own rules. We never see your card.
          </p>
        </Part>
        <Part title="When you send a form" period={<KeptFor what="forms" />}>
          <p>
            We keep what you wrote. If we may count your visits, we also keep the random number of this
            browser and the campaign that first brought you. Our staff read it to answer you and to do the
            work that you asked for. It is stored apart from the visits. A form that looks automated is kept{' '}
            <KeptFor what="programs" />.
          </p>
        </Part>
        <ClickIds />
        <InBrowser />
        <Others />
        <YourRights />
      </div>
    </div>
  </InnerPage>
)

const ClickIds = () =>
  usePageFact('clickIds') && (
    <Part title="When an advert brought you" period={<KeptFor what="clickIds" />}>
      <p>
        Google, Microsoft and Meta give each click on an advert a number. If we may count your visits, your
        browser stores the number of your latest click. It sends us the number only when you send a form.
      </p>
      <p>
        We may tell Google or Microsoft whether the click with this number led to a promising enquiry or to a
        customer, when that happened, and how much it was worth to us. They do not learn from us who you are
        or what you wrote. The number is stored apart from the visits and deleted with your form.
      </p>
    </Part>
  )

const Others = () => {
  const { consentMode } = useSiteConfig()
  return (
    <Part title="Who else receives it">
      <p>
        We neither sell nor lend your data. If we advertise on Facebook, Meta’s pixel may tell Meta that this
        browser was here and what you did, such as choosing a plan or sending a form. The pixel is loaded only
        if we may count your visits.
      </p>
      <p>
        {consentMode === 'required'
          ? 'We ask before we count. Until you say yes we store nothing and send nothing.'
          : 'You may refuse to be counted at any time, with the browser setting named below.'}
      </p>
    </Part>
  )
}

const YourRights = () => (
  <Part title="What you can do">
    <p>
      Refuse to be counted: turn on Global Privacy Control or Do Not Track in your browser. We do not count
      such a browser, and every page and form works the same.
    </p>
    <PrivacyChoice className="justify-self-start py-1 font-semibold underline underline-offset-4" />
    <p>
      Ask to see, correct, export or erase your data: write to{' '}
      <MailLink
        subject="My data"
        name="privacy_email"
        className="font-semibold underline underline-offset-4"
      />{' '}
      from the address that you gave us. We answer within a month. Erased data stays erased, even if we
      restore a backup.
    </p>
    <p>If you are not satisfied, you can complain to the Information Commissioner’s Office.</p>
  </Part>
)

export const page: PublicPage = {
  title: 'What we keep about you, and for how long | Firsttouch',
  description:
    'What Firsttouch keeps when you visit, press a button or send a form, for how many days, and how to see it or have it erased.',
  search: 'sitemap',
  Component: Privacy,
}

const KEYS = [
  ['utm_session_id', 'The random number of this browser'],
  ['first_touch_utm', 'The campaign that first brought you'],
  ['ab_test_…', 'Which version of a page you see, and in which test'],
  ['stripe_…', 'Which plan you chose to pay for'],
  ['firsttouch_…', 'Events that have not been sent yet, for 30 days at most'],
  ['tracking_consent', 'Your privacy choice'],
  ['ad_click', 'The number that an advertising platform gave your latest click on an advert'],
] as const

const InBrowser = () => {
  const hasCookie = usePageFact('identityCookie')
  const hasClickIds = usePageFact('clickIds')
  return (
    <Part title="What your browser stores" period="until you clear it">
      <p>
        Your browser stores the entries below for this site only. Until you close the tab, it also stores that
        you have seen our offer.
      </p>
      <p>
        {hasCookie
          ? 'If we may count your visits, our cookie “firsttouch” holds a copy of the random number, the campaign, the page versions and your choice for 13 months after your last visit. Safari would otherwise delete them after seven days.'
          : 'We set no cookie to count visits. Safari, and every browser on an iPhone or iPad, deletes these entries after seven days without a visit. Your browser then counts as a new visitor.'}{' '}
        If you ask on <a href="/opt-out">this page</a> to be left out of our figures, a separate cookie stores
        only that choice.
      </p>
      <dl className="mt-1 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {KEYS.filter(([key]) => key !== 'ad_click' || hasClickIds).map(([key, meaning]) => (
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

type PartProps = { title: string; period?: ReactNode; children: ReactNode }

const Part = ({ title, period, children }: PartProps) => (
  <section className="grid gap-x-12 gap-y-3 border-b border-line py-8 md:grid-cols-[16rem_1fr]">
    <div>
      <h2 className="display text-xl">{title}</h2>
      {period && (
        <p className="mt-3 inline-block rounded-sm bg-accent px-2 py-1 text-sm font-semibold text-on-accent">
          Kept {period}
        </p>
      )}
    </div>
    <div className="grid content-start gap-3">{children}</div>
  </section>
)

/** The retention that the server wrote on the page. The dev server and the build use the defaults. */
const daysOf = (what: Kept): number => {
  const written = typeof document === 'undefined' ? undefined : document.documentElement.dataset.kept
  const days: Partial<Record<Kept, number>> = JSON.parse(written ?? '{}')
  return days[what] ?? DEFAULT_DAYS[what]
}

/** The server finds the text by this attribute and inserts the retention, so the text is correct without scripts. */
const KeptFor = ({ what }: { what: Kept }) => <span data-kept-for={what}>{keptFor(daysOf(what))}</span>
