/** The promise as a tape measure of seven days, with the usual hours and the guarantee marked. */

import { USUALLY } from '../business.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

export const DayTape = () => (
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
