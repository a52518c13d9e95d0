/** The original landing page, section by section in the specification's order. */
import { ChatWidget } from '../chat/chat-widget.tsx'
import { BottomBar } from '../layout/bottom-bar.tsx'
import { Footer } from '../layout/footer.tsx'
import { Header } from '../layout/header.tsx'
import { SkipLink } from '../layout/skip-link.tsx'
import { PromoPopup } from '../promo/promo-popup.tsx'
import { Widget } from '../widget.tsx'
import { BadgeStrip } from './badge-strip.tsx'
import { Contact } from './contact.tsx'
import { Faq } from './faq.tsx'
import { FinalCall } from './final-call.tsx'
import { Hero } from './hero.tsx'
import { Pricing } from './pricing.tsx'
import { ProofStats } from './proof-stats.tsx'
import { Reasons } from './reasons.tsx'
import { WhatIs } from './what-is.tsx'

export const Original = () => (
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
