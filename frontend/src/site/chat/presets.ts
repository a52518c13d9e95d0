export const PRESETS = [
  {
    id: 'general',
    label: 'General inquiry',
    text: 'Hello Firsttouch, I have a question about your Google Ads service.',
  },
  {
    id: 'pricing',
    label: 'Pricing and plans',
    text: 'Hello Firsttouch, please tell me about your prices and which plan would suit my business.',
  },
  {
    id: 'why_us',
    label: 'Why choose you?',
    text: 'Hello Firsttouch, why should I choose you to run my Google Ads?',
  },
  {
    id: 'consultation',
    label: 'Book a consultation',
    text: 'Hello Firsttouch, I would like to book a consultation about getting to number one on Google.',
  },
] as const

export const CHAT_TEXTS = {
  contact: 'Hello Firsttouch, I am on your website and would like to ask something.',
  trial: 'Hello Firsttouch, I have just started my free 7-day trial. Here is a bit about my business: ',
  onboarding: 'Hello Firsttouch, I have just completed my onboarding form and have a question.',
} as const
