import { ResultsArt } from '../art/results.tsx'
import { TRADES } from '../art/trades.tsx'
import { ButtonLink } from '../counted-link.tsx'

export const WhatIs = () => (
  <section aria-labelledby="what-is" className="border-y border-line bg-card">
    <div className="wrap grid items-center gap-12 py-16 sm:py-24 lg:grid-cols-2 lg:gap-20">
      <ResultsArt />
      <div className="max-w-xl">
        <h2 id="what-is" className="display text-3xl">
          What is Firsttouch?
        </h2>
        <p className="mt-6 text-lg">
          It is the advertising at the very top of Google, set up and looked after for you. We choose the
          searches that bring work in your area, write the adverts, set the bids and check them every day.
        </p>
        <p className="mt-4">
          Everything happens in your own Google Ads account, so the account, the history and the data stay
          yours if you ever leave. You pay Google for clicks and us a small weekly fee. You do not have to
          learn any of it.
        </p>
        <ul className="mt-8 grid grid-cols-2 gap-4 sm:grid-cols-4" aria-label="Trades we work for">
          {TRADES.map(({ name, Icon }) => (
            <li key={name} className="text-sm font-semibold">
              <Icon />
              {name}
            </li>
          ))}
        </ul>
        <ButtonLink href="#faq" name="what_is_questions" variant="ghost" className="mt-10">
          Read the questions people ask
        </ButtonLink>
      </div>
    </div>
  </section>
)
