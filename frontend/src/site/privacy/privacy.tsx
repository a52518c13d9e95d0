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
            If you may be counted, we note the page, the time, a random number for this browser, the campaign
            in the link that you followed, whether an advert led there, the page that you came from, the name
            of your browser, how long the page was on the screen, how far you scrolled and how fast the page
            was. We keep only the first part of your IP address, which identifies a network and not a
            household.
          </p>
          <p>
            After that time we keep only that the visit was counted, its campaign, the website that it came
            from, and its kind of device and browser. We use your full IP address briefly to prevent abuse and
            do not store it.
          </p>
        </Part>
        <Part title="When you press a button" period={<KeptFor what="visitDetails" />}>
          <p>
            The same, and which button it was. On WhatsApp and on the payment page the rules of those
            companies apply. We never see your card.
          </p>
        </Part>
        <Part title="When you send a form" period={<KeptFor what="forms" />}>
          <p>
            What you wrote and, if you may be counted, the random number of this browser and the campaign that
            first brought you. Our staff read it to answer you and to do the work that you asked for. It is
            stored apart from the visits. A form that looks automated is kept <KeptFor what="programs" />.
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
        Google, Microsoft and Meta give each click on an advert a number. If you may be counted, your browser
        stores the number of your latest click. Your browser sends it to us with a form only.
      </p>
      <p>
        We may tell Google or Microsoft what the click with this number led to: an enquiry worth following or
        a customer, when, and what that was worth to us. They do not learn from us who you are or what you
        wrote. The number is stored apart from the visits and deleted with your form.
      </p>
    </Part>
  )

const Others = () => {
  const { consentMode } = useSiteConfig()
  return (
    <Part title="Who else receives it">
      <p>
        We neither sell nor lend it. If we advertise on Facebook, Meta’s pixel may tell Meta that this browser
        was here and what it asked for. The pixel is loaded only if you may be counted.
      </p>
      <p>
        {consentMode === 'required'
          ? 'We ask before we count. Until you say yes we store nothing and send nothing.'
          : 'You may forbid being counted at any time, with the browser setting named below.'}
      </p>
    </Part>
  )
}

const YourRights = () => (
  <Part title="What you can do">
    <p>
      Refuse to be counted: we do not count a browser that sends Global Privacy Control or Do Not Track. Every
      page and form works the same.
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
  data: [],
  Component: Privacy,
}
