/** The FAQ, also used for its structured data. */

import { AD_BUDGETS, PROMO, priceOf, USUALLY, VALUES, WITHIN } from '../business.ts'

type Question = { question: string; answer: string }

/** Structured data (schema.org). */
export const faqOf = (questions: readonly Question[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

export const QUESTIONS: readonly Question[] = [
  {
    question: 'What exactly do you do for me?',
    answer:
      'We set up and run paid search campaigns in your own Google Ads account: choosing the searches, writing the adverts, setting the bids and checking them every day. The aim is one thing only: that you are the first name people see when they look for your trade in your area.',
  },
  {
    question: `How can you promise number one within ${WITHIN.first}?`,
    answer: `Because it is the paid position, and that one can be won with the right keyword, a good advert, a fast page and a sensible bid. Most customers are there in ${USUALLY}. The seven days leave room for Google’s checks on a new account.`,
  },
  {
    question: 'What happens if I am not number one by then?',
    answer:
      'You get your money back, all of it. You do not have to prove anything or fill in a form: tell us in the WhatsApp group.',
  },
  {
    question: 'Is this the paid place or the free one?',
    answer:
      'The paid one, marked “Sponsored”, above the map and above the free results. The free places take months and nobody can promise them honestly. The paid place can be yours this week.',
  },
  {
    question: 'What does it cost?',
    answer: `Regional Starter is ${priceOf('regional')} a week, National Pro ${priceOf('national')} a week and Enterprise ${priceOf('enterprise')} a week, each plus VAT. That is our whole fee: there is no set-up charge.`,
  },
  {
    question: 'Is the money for Google included in that?',
    answer: `No. You pay Google directly from your own account, so you always see where it goes. We suggest at least ${AD_BUDGETS.regional} a week for a regional campaign and about ${AD_BUDGETS.national} a week for a national or very competitive one.`,
  },
  {
    question: 'Am I tied in?',
    answer:
      'No. Billing rolls from week to week. You can change or cancel the subscription yourself, from the link in the e-mail with your receipt.',
  },
  {
    question: 'Can I try it before I pay?',
    answer: `Yes. The free trial lasts 7 days and asks for no payment details. We set everything up within ${WITHIN.setUp} of you signing up.`,
  },
  {
    question: 'Who owns the account and the data?',
    answer:
      'You do. We work as a manager inside your account. If you leave, you remove our access and keep the campaigns, the history and every figure in it.',
  },
  {
    question: 'I already have a Google Ads account. Can you use it?',
    answer:
      'Yes, and it often helps, because Google already knows it. After payment we show you, in five steps, how to give our manager account access. It takes about two minutes.',
  },
  {
    question: 'I have never had a Google Ads account. Is that a problem?',
    answer:
      'Not at all. Tick the box that says you need one, and we create it in your business’s name and hand you the keys.',
  },
  {
    question: 'Do I need a website?',
    answer:
      'It helps, but a single good page is enough, and fast beats fancy. If yours is slow or you have none, we build you a landing page made for people who want to ring.',
  },
  {
    question: 'What is click fraud, and what do you do about it?',
    answer: `Some clicks on adverts come from rivals or robots and only burn money. Our protection runs day and night and shuts those addresses out. On its own it is valued at ${VALUES.clickFraud}; with us it is included.`,
  },
  {
    question: 'How will I know that it works?',
    answer: `You will hear the phone. And we set up analytics and a tag manager for you, valued at ${VALUES.tracking}, so that you can see which search led to which call or form.`,
  },
  {
    question: 'What is a regional keyword, and what is a national one?',
    answer:
      'A regional keyword is a search in the area you name, such as “roof repair” in Leeds. A national keyword is shown in the whole country. Regional Starter has one regional keyword, National Pro one national, and Enterprise ten regional and five national.',
  },
  {
    question: 'Which trades do you work for?',
    answer:
      'Small and local businesses of most kinds: roofers, plumbers, cleaners, pest controllers, electricians, locksmiths, removals. If people search for it when they need it, it works.',
  },
  {
    question: 'How do I reach you, and how fast do you answer?',
    answer: `Every customer has a WhatsApp group with our team. In business hours we answer within ${WITHIN.chat}; a message through the form on this page is answered within ${WITHIN.form}.`,
  },
  {
    question: 'Is there an offer for new customers?',
    answer: `Yes: ${PROMO.discount} with the code ${PROMO.code}. Regional Starter is then ${PROMO.price} instead of ${PROMO.usualPrice} for that week. It is for new customers only.`,
  },
]
