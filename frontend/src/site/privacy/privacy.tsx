/** Tells visitors what we store about them. This page must match what the code stores. */
import { usePageFact } from '../../ui/use-page-fact.ts'
import { InnerPage } from '../layout/inner-page.tsx'
import { PrivacyChoice } from '../layout/privacy-choice.tsx'
import type { PublicPage } from '../page.ts'
import { useSiteConfig } from '../site-config.tsx'
import { MailLink } from '../write-links.tsx'
import { InBrowser } from './in-browser.tsx'
import { KeptFor } from './kept-for.tsx'
import { Part } from './part.tsx'

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
            If you may be counted, we note the page, the time, a random number that stands for this browser,
            the campaign named in the link that you followed, whether an advert led there, the page that you
            came from, what your browser calls itself, how long the page was on the screen, how far it was
            scrolled and how fast it was. Of your address on the internet we keep only the first part, which
            names a network and not a household.
          </p>
          <p>
            After that time we keep no more of a visit than that it was counted, for which campaign, from
            which website and on which kind of device and browser. Your whole address is used for a short
            while to fend off abuse and is not written down.
          </p>
        </Part>
        <Part title="When you press a button" period={<KeptFor what="visitDetails" />}>
          <p>
            The same, and which button it was. On WhatsApp and on the payment page the rules of those firms
            hold; we never see your card.
          </p>
        </Part>
        <Part title="When you send a form" period={<KeptFor what="forms" />}>
          <p>
            What you wrote and, if you may be counted, the random number of this browser and the campaign that
            first brought you. Our staff read it to answer you and to do the work that you asked for. It is
            never mixed into the visits. What looks like the work of a program is kept{' '}
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

/** Shown only if the business stores click ids. */
const ClickIds = () =>
  usePageFact('clickIds') && (
    <Part title="When an advert brought you" period={<KeptFor what="clickIds" />}>
      <p>
        Google, Microsoft and Meta give each click on an advert a number of its own. If you may be counted,
        your browser keeps the number of your latest click, and it comes to us with the form that you send,
        with nothing else.
      </p>
      <p>
        We may tell Google or Microsoft what became of the click with this number: that it brought an enquiry
        worth following or a customer, when, and what that was worth to us. They do not learn from us who you
        are or what you wrote. The number is never mixed into the visits, and goes with what you sent.
      </p>
    </Part>
  )

const Others = () => {
  const { consentMode } = useSiteConfig()
  return (
    <Part title="Who else learns of it">
      <p>
        Nobody buys or borrows it. Where we advertise on Facebook, Meta’s pixel may tell Meta that this
        browser was here and what it asked for. It is loaded for nobody who may not be counted.
      </p>
      <p>
        {consentMode === 'required'
          ? 'We ask before we count. Until you say yes we store nothing and send nothing.'
          : 'You may forbid being counted at any time, with the setting of your browser that is named below.'}
      </p>
    </Part>
  )
}

const YourRights = () => (
  <Part title="What you can do">
    <p>
      Say no: a browser that sends Global Privacy Control or Do Not Track is not counted at all, and every
      page and form works the same.
    </p>
    <PrivacyChoice className="justify-self-start py-1 font-semibold underline underline-offset-4" />
    <p>
      Ask what we have about you, have it put right, taken with you or erased: write to{' '}
      <MailLink
        subject="My data"
        name="privacy_email"
        className="font-semibold underline underline-offset-4"
      />{' '}
      from the address that you gave us. We answer within a month. What is erased stays erased, also when we
      have to go back to a backup.
    </p>
    <p>If we do not put it right, you can complain to the Information Commissioner’s Office.</p>
  </Part>
)

export const page: PublicPage = {
  title: 'What we keep about you, and for how long | Firsttouch',
  description:
    'What Firsttouch keeps when you visit, press a button or send a form, for how many days, and how to see it or have it erased.',
  search: 'sitemap',
  data: [],
  Component: Privacy,
}
