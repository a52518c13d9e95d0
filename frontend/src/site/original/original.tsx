/** The original landing page, with its sections in the specification's order. */
import { SkipLink } from '../../ui/skip-link.tsx'
import { USUALLY, WITHIN } from '../business.ts'
import { ChatWidget } from '../chat/chat-widget.tsx'
import { BottomBar } from '../layout/bottom-bar.tsx'
import { Footer } from '../layout/footer.tsx'
import { Header } from '../layout/header.tsx'
import { ORGANISATION } from '../organisation.ts'
import type { PublicPage } from '../page.ts'
import { PromoPopup } from '../promo/promo-popup.tsx'
import { Widget } from '../widget.tsx'
import { BadgeStrip } from './badge-strip.tsx'
import { Contact } from './contact.tsx'
import { Faq } from './faq.tsx'
import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { Pricing } from './pricing.tsx'
import { ProofStats } from './proof-stats.tsx'
import { faqOf, QUESTIONS } from './questions.ts'
import { Reasons } from './reasons.tsx'
import { WhatIs } from './what-is.tsx'

const Original = () => (
  <>
    <SkipLink />
    <Header />
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero />
      <BadgeStrip />
      <ProofStats />
      <WhatIs />
      <Reasons />
      <Pricing />
      <FinalCall />
      <Faq />
      <Contact />
    </main>
    <Footer />
    <BottomBar />
    <Widget>
      <ChatWidget />
    </Widget>
    <Widget>
      <PromoPopup />
    </Widget>
  </>
)

export const page: PublicPage = {
  title: 'Managed Google Ads for local trades | Firsttouch',
  description: `Be the first firm people see when they search. We set up and manage your Google Ads: number one within ${WITHIN.first}, usually ${USUALLY}, or a full refund.`,
  search: 'allowed',
  data: [ORGANISATION, faqOf(QUESTIONS)],
  Component: Original,
}
