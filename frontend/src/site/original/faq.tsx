/** One question is open at a time. The group of <details> elements works without scripts. */
import { AD_BUDGETS, PROMO, priceOf, USUALLY, VALUES, WITHIN } from '../business.ts'
import { ButtonLink } from '../counted-link.tsx'

const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  [
    'What exactly do you do for me?',
    'We set up and run paid search campaigns in your own Google Ads account: choosing the searches, writing the adverts, setting the bids and checking them every day. The aim is one thing only: that you are the first name people see when they look for your trade in your area.',
  ],
  [
    `How can you promise number one within ${WITHIN.first}?`,
    `Because it is the paid position, and that one can be won with the right keyword, a good advert, a fast page and a sensible bid. Most customers are there in ${USUALLY}. The seven days leave room for Google’s checks on a new account.`,
  ],
  [
    'What happens if I am not number one by then?',
    'You get your money back, all of it. You do not have to prove anything or fill in a form: tell us in the WhatsApp group.',
  ],
  [
    'Is this the paid place or the free one?',
    'The paid one, marked “Sponsored”, above the map and above the free results. The free places take months and nobody can promise them honestly. The paid place can be yours this week.',
  ],
  [
    'What does it cost?',
    `Regional Starter is ${priceOf('regional')} a week, National Pro ${priceOf('national')} a week and Enterprise ${priceOf('enterprise')} a week, each plus VAT. That is our whole fee: there is no set-up charge.`,
  ],
  [
    'Is the money for Google included in that?',
    `No. You pay Google directly from your own account, so you always see where it goes. We suggest at least ${AD_BUDGETS.regional} a week for a regional campaign and about ${AD_BUDGETS.national} a week for a national or very competitive one.`,
  ],
  [
    'Am I tied in?',
    'No. Billing rolls from week to week. You can change or cancel the subscription yourself, from the link in the e-mail with your receipt.',
  ],
  [
    'Can I try it before I pay?',
    `Yes. The free trial lasts 7 days and asks for no payment details. We set everything up within ${WITHIN.setUp} of you signing up.`,
  ],
  [
    'Who owns the account and the data?',
    'You do. We work as a manager inside your account. If you leave, you remove our access and keep the campaigns, the history and every figure in it.',
  ],
  [
    'I already have a Google Ads account. Can you use it?',
    'Yes, and it often helps, because Google already knows it. After payment we show you, in five steps, how to give our manager account access. It takes about two minutes.',
  ],
  [
    'I have never had a Google Ads account. Is that a problem?',
    'Not at all. Tick the box that says you need one, and we create it in your business’s name and hand you the keys.',
  ],
  [
    'Do I need a website?',
    'It helps, but a single good page is enough, and fast beats fancy. If yours is slow or you have none, we build you a landing page made for people who want to ring.',
  ],
  [
    'What is click fraud, and what do you do about it?',
    `Some clicks on adverts come from rivals or robots and only burn money. Our protection runs day and night and shuts those addresses out. On its own it is valued at ${VALUES.clickFraud}; with us it is included.`,
  ],
  [
    'How will I know that it works?',
    `You will hear the phone. And we set up analytics and a tag manager for you, valued at ${VALUES.tracking}, so that you can see which search led to which call or form.`,
  ],
  [
    'What is a regional keyword, and what is a national one?',
    'A regional keyword is a search in the area you name, such as “roof repair” in Leeds. A national keyword covers the whole country. Regional Starter has one regional keyword, National Pro one national, and Enterprise ten regional and five national.',
  ],
  [
    'Which trades do you work for?',
    'Small and local businesses of most kinds: roofers, plumbers, cleaners, pest controllers, electricians, locksmiths, removals. If people search for it when they need it, it works.',
  ],
  [
    'How do I reach you, and how fast do you answer?',
    `Every customer has a WhatsApp group with our team. In business hours we answer within ${WITHIN.chat}; a message through the form on this page is answered within ${WITHIN.form}.`,
  ],
  [
    'Is there an offer for new customers?',
    `Yes: ${PROMO.discount} with the code ${PROMO.code}. Regional Starter is then ${PROMO.price} instead of ${PROMO.usualPrice} for that week. It is for new customers only.`,
  ],
]

/** The same questions as structured data (JSON-LD). */
export const FAQ_DATA = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
}

export const Faq = () => (
  <section
    id="faq"
    aria-labelledby="faq-title"
    className="wrap grid gap-10 py-16 sm:py-28 lg:grid-cols-[1fr_2fr] lg:gap-20"
  >
    <div className="lg:sticky lg:top-28 lg:self-start">
      <h2 id="faq-title" className="display text-3xl sm:text-4xl">
        Fair questions
      </h2>
      <p className="mt-4 max-w-xs text-muted">
        The eighteen we hear most, answered the way we would on the phone.
      </p>
      <ButtonLink href="#contact" name="faq_contact" variant="ghost" className="mt-6">
        Ask your own
      </ButtonLink>
    </div>
    <div className="border-t-2 border-ink">
      {QUESTIONS.map(([question, answer]) => (
        <details
          key={question}
          name="faq"
          className="group border-b border-line open:border-b-2 open:border-ink"
        >
          <summary className="flex cursor-pointer items-start justify-between gap-6 py-4 text-lg leading-snug font-semibold sm:py-5">
            <h3>{question}</h3>
            <span aria-hidden className="relative mt-1 size-5 shrink-0">
              <span className="absolute top-2 left-0 h-1 w-5 bg-ink" />
              <span className="absolute top-0 left-2 h-5 w-1 bg-ink transition group-open:rotate-90 group-open:opacity-0" />
            </span>
          </summary>
          <p className="max-w-2xl pb-6 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
