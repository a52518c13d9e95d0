import { buttonClass } from '../../ui/button.tsx'
import { PROMISE } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'

const MARKS = Array.from({ length: 14 }, (_, index) => index + 1)

export const FinalCall = () => (
  <section aria-labelledby="final-call" className="bg-accent text-on-accent">
    <div aria-hidden className="grid grid-cols-7 lg:grid-cols-14">
      {MARKS.map(mark => (
        <span key={mark} className="tape-cell h-10 last:bg-none max-lg:nth-[n+8]:hidden" />
      ))}
    </div>
    <div className="wrap py-16 sm:py-24">
      <h2 id="final-call" className="display text-5xl">
        Somebody is searching <span className="block">for you right now.</span>
      </h2>
      <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-5">
        <CountedLink
          href="#pricing"
          name="final_call_get_started"
          className={buttonClass({ variant: 'dark', size: 'lg' })}
        >
          Get Started
        </CountedLink>
        <CountedLink
          href="#contact"
          name="final_call_contact"
          className="text-lg font-semibold underline decoration-2 underline-offset-4"
        >
          Or talk to us first
        </CountedLink>
        <p className="max-w-sm text-lg lg:ml-auto">{PROMISE}, or your money back.</p>
      </div>
    </div>
  </section>
)
