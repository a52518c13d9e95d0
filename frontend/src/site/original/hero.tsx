import { useState } from 'react'
import { useLoaded } from '../../ui/use-loaded.ts'
import { FirstTouchArt } from '../art/first-touch.tsx'
import { FROM_PRICE, USUALLY, WITHIN } from '../business.ts'
import { ButtonLink } from '../counted-link.tsx'
import { useSiteConfig } from '../site-config.tsx'
import { useActions } from '../use-tracking.ts'

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
            <ButtonLink href="#pricing" name="hero_get_started" size="lg">
              Get Started
            </ButtonLink>
            <ButtonLink href="#contact" name="hero_ask" variant="ghost" size="lg">
              Ask us a question
            </ButtonLink>
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

const loadFilm = async () => (await import('./film.tsx')).Film

export const Video = () => {
  const [playing, setPlaying] = useState(false)
  const { videoUrl } = useSiteConfig()
  const Film = useLoaded(loadFilm, playing && videoUrl === '')
  const { clicked } = useActions()
  const play = () => {
    clicked('play_video')
    setPlaying(true)
  }
  return (
    <div className="relative aspect-video w-full self-start overflow-hidden rounded-lg bg-on-accent">
      {Film ? (
        <Film />
      ) : playing && videoUrl ? (
        <iframe
          src={videoUrl}
          title="How Firsttouch works"
          allow="autoplay; fullscreen; picture-in-picture"
          className="absolute inset-0 size-full"
        />
      ) : (
        <button
          type="button"
          disabled={playing}
          onClick={play}
          className="group absolute inset-0 block size-full text-left"
        >
          <FirstTouchArt />
          <span className="absolute bottom-3 left-3 flex items-center gap-3 rounded-full bg-on-accent/90 py-1.5 pr-5 pl-1.5 text-lg font-semibold text-white sm:bottom-4 sm:left-4">
            <span className="grid size-13 place-items-center rounded-full bg-accent text-on-accent transition group-hover:scale-108">
              <svg viewBox="0 0 24 24" aria-hidden className="ml-1 size-6">
                <path d="M5 3v18l16-9z" fill="currentColor" />
              </svg>
            </span>
            {playing ? 'Loading...' : 'See how it works'}
          </span>
        </button>
      )}
    </div>
  )
}

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Draws the promise as a tape measure of seven days. */
const DayTape = () => (
  <div className="overflow-hidden">
    <div className="wrap">
      <div className="grid grid-cols-7 text-sm font-semibold" aria-hidden>
        <p className="col-span-2 col-start-2 border-x-2 border-t-2 border-ink pt-2 pb-3 text-center leading-tight sm:text-base">
          Usually here:
          <br />
          {USUALLY}
        </p>
        <p className="col-span-3 col-start-5 self-end border-r-2 border-ink pr-3 pb-3 text-right leading-tight sm:text-base">
          Day 7: number one,
          <br />
          or your money back
        </p>
      </div>
    </div>
    <div className="relative animate-pull border-y-2 border-on-accent bg-accent text-on-accent">
      <div className="wrap">
        <ol className="grid grid-cols-7" aria-label="Days until you are number one">
          {DAYS.map(day => (
            <li
              key={day}
              className="tape-cell flex h-20 items-end justify-end pr-1.5 pb-0.5 sm:h-28 sm:pr-3 sm:pb-1"
            >
              <span className="display text-[2.5rem] leading-none sm:text-[4rem]">
                <span className="sr-only">Day </span>
                {day}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  </div>
)
