import { buttonClass } from '../../ui/button.tsx'
import { FROM_PRICE, USUALLY, WITHIN } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'
import { DayTape } from '../layout/day-tape.tsx'
import { Video } from './video.tsx'

export const Hero = () => (
  <section id="hero" className="scroll-mt-0 pt-10 sm:pt-14">
    <div className="wrap">
      <h1 className="display text-5xl">
        Number one on Google <span className="block">within {WITHIN.first}.</span>
      </h1>
      <div className="mt-8 mb-14 grid gap-10 lg:mt-10 lg:grid-cols-[5fr_4fr] lg:gap-16">
        <div className="max-w-xl">
          <p className="text-lg sm:text-xl">
            When somebody nearby needs a roofer, a plumber, a cleaner or a pest controller, they search and
            ring the first name they see. We make that name yours, usually within {USUALLY}. If you are not
            first by day seven, you get your money back.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <CountedLink href="#pricing" name="hero_get_started" className={buttonClass({ size: 'lg' })}>
              Get Started
            </CountedLink>
            <CountedLink
              href="#contact"
              name="hero_ask"
              className={buttonClass({ variant: 'ghost', size: 'lg' })}
            >
              Ask us a question
            </CountedLink>
          </div>
          <p className="mt-5 text-sm text-muted">
            From {FROM_PRICE} a week plus VAT. No long contract. Your own account, kept by you.
          </p>
        </div>
        <Video />
      </div>
    </div>
    <DayTape />
  </section>
)
