import { ChangedNumber } from './changed-number.tsx'

type Bar = { name: string; label?: string; value: number; text: string }
type RankedBarsProps = { label: string; bars: readonly Bar[] }

/** Values beside each other, longest first: a list that reads well aloud, with a bar behind every line. */
export const RankedBars = ({ label, bars }: RankedBarsProps) => {
  const longest = Math.max(...bars.map(({ value }) => value)) || 1
  return (
    <ol aria-label={label}>
      {bars.map(({ name, label: shown = name, value, text }) => (
        <li key={shown} className="relative isolate py-0.5">
          <BarBehind share={value / longest} />
          <div className="flex min-h-8 w-full flex-wrap items-center gap-x-3 px-2.5 py-0.5">
            <span className="max-w-full truncate">{shown}</span>
            <span className="ml-auto font-semibold tabular-nums">
              <ChangedNumber value={value}>{text}</ChangedNumber>
            </span>
          </div>
        </li>
      ))}
    </ol>
  )
}

export const BarBehind = ({ share }: { share: number }) => (
  <svg aria-hidden className="absolute inset-0 -z-1 size-full">
    <rect className="fill-[light-dark(#ecede8,#2a2f35)]" width={`${share * 100}%`} y="6%" height="88%" />
  </svg>
)
