import type { ReactNode } from 'react'
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

const OTHERS = [2, 3, 4, 5] as const
const FADE = ['opacity-80', 'opacity-60', 'opacity-40', 'opacity-25'] as const

/** Search results with the visitor's business first. */
const ResultsArt = () => (
  <div
    role="img"
    aria-label="A page of search results: your business is first, larger than all the others"
    className="flex gap-4 sm:gap-6"
  >
    <div className="w-12 shrink-0 rounded-sm bg-accent text-on-accent sm:w-16">
      {[1, ...OTHERS].map(place => (
        <div key={place} className={`tape-cell-y flex items-end pl-2 ${place === 1 ? 'h-44' : 'h-24'}`}>
          <span className="display text-2xl leading-none">{place}</span>
        </div>
      ))}
    </div>
    <div className="min-w-0 flex-1">
      <div className="flex h-44 flex-col justify-center border-b-2 border-ink pr-2">
        <p className="text-sm font-bold">Sponsored</p>
        <p className="display mt-1 text-2xl sm:text-3xl">Your business</p>
        <p className="mt-1 text-sm text-muted sm:text-base">
          Roof repairs in Leeds. Free quote today. Call now.
        </p>
      </div>
      {OTHERS.map((place, index) => (
        <div
          key={place}
          className={`flex h-24 flex-col justify-center gap-2.5 border-b border-line ${FADE[index]}`}
        >
          <span className="h-3 w-2/5 rounded-full bg-strong-line" />
          <span className="h-2 w-11/12 rounded-full bg-line" />
          <span className="h-2 w-3/4 rounded-full bg-line" />
        </div>
      ))}
    </div>
  </div>
)

/** The lines are as thick as those of the display font. */
const Frame = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 64 64"
    aria-hidden
    className="mb-2 size-16"
    fill="none"
    stroke="currentColor"
    strokeWidth="3.5"
    strokeLinejoin="round"
    strokeLinecap="round"
  >
    {children}
  </svg>
)

const Roof = () => (
  <Frame>
    <path d="M6 34 32 12l26 22" />
    <path d="M42 20v-7h7v13" />
    <path d="M14 31v21h36V31" />
    <path d="M23 36c3 4 6 4 9 0 3 4 6 4 9 0M23 44c3 4 6 4 9 0 3 4 6 4 9 0" />
  </Frame>
)
const Tap = () => (
  <Frame>
    <path d="M8 24h26a14 14 0 0 1 14 14v3H36v-3a2 2 0 0 0-2-2H8z" />
    <path d="M22 24v-8M14 14h16" />
    <path d="M42 47c4 5 5 6 5 8a5 5 0 0 1-10 0c0-2 1-3 5-8Z" />
  </Frame>
)
const Spray = () => (
  <Frame>
    <path d="M24 56h20a3 3 0 0 0 3-3V38c0-5-5-7-5-12H26c0 5-5 7-5 12v15a3 3 0 0 0 3 3Z" />
    <path d="M27 26v-6h15l4-8H25v14" />
    <path d="M25 14h-6v8" />
    <path d="M12 10 8 8M11 17H6M12 24l-4 2" />
    <path d="M21 44h26" />
  </Frame>
)
const Beetle = () => (
  <Frame>
    <ellipse cx="32" cy="37" rx="13" ry="17" />
    <path d="M32 22v32M24 20a8 8 0 0 1 16 0" />
    <path d="m26 13-5-6M38 13l5-6M19 32l-9-5M19 40H8M20 48l-8 6M45 32l9-5M45 40h11M44 48l8 6" />
    <path d="M26 33v6M38 33v6" />
  </Frame>
)

const TRADES = [
  { name: 'Roofing', Icon: Roof },
  { name: 'Plumbing', Icon: Tap },
  { name: 'Cleaning', Icon: Spray },
  { name: 'Pest control', Icon: Beetle },
] as const
