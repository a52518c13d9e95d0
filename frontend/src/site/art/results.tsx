/** A page of search results. The visitor's business is first, and other results fade along a vertical tape measure. */

const OTHERS = [2, 3, 4, 5] as const
const FADE = ['opacity-80', 'opacity-60', 'opacity-40', 'opacity-25'] as const

export const ResultsArt = () => (
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
