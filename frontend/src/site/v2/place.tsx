/** A search result with its position in the margin. Lower positions have smaller numbers. */
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const SIZES = {
  1: 'text-[clamp(8rem,26vw,25rem)] -ml-[0.03em]',
  2: 'text-[clamp(5rem,12vw,10rem)] text-muted',
  3: 'text-[clamp(3.5rem,7vw,6rem)] text-muted',
  4: 'text-[clamp(2rem,3vw,2.5rem)] text-muted',
} as const

type PlaceProps = { place: keyof typeof SIZES; title: ReactNode; id: string; children: ReactNode }

export const Place = ({ place, title, id, children }: PlaceProps) => (
  <section
    aria-labelledby={id}
    className="grid gap-x-10 gap-y-4 border-ink py-12 not-first:border-t-2 sm:py-16 lg:grid-cols-[16rem_1fr] xl:grid-cols-[20rem_1fr]"
  >
    <p aria-hidden className={clsx('display leading-[0.72]', SIZES[place])}>
      {place}
    </p>
    <div className="min-w-0">
      <h2 id={id} className={clsx('display', place === 4 ? 'text-xl' : 'text-3xl')}>
        {title}
      </h2>
      {children}
    </div>
  </section>
)
