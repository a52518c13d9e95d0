import { clsx } from 'clsx'
import { ChangedNumber } from './changed-number.tsx'

/** `name` is what is chosen by; `label` what people read, where it differs. */
export type Bar = { name: string; label?: string; value: number; text: string }
type RankedBarsProps = {
  label: string
  bars: readonly Bar[]
  /** Names the bar that is chosen now, if any. */
  chosen?: string
  /** Without it the bars only show. */
  onChoose?: (name: string) => void
}

/** One value among others: its bar lies behind its words. */
const LINE =
  'flex min-h-8 w-full flex-wrap items-center gap-x-3 rounded-sm px-2.5 py-0.5 text-left dashboard-target'
const CHOSEN = 'font-semibold outline-2 -outline-offset-2 outline-ink'

/** Values beside each other, longest first: a list that reads well aloud, with a bar behind every line. */
export const RankedBars = ({ label, bars, chosen, onChoose }: RankedBarsProps) => {
  const longest = Math.max(...bars.map(({ value }) => value)) || 1
  return (
    <ol aria-label={label}>
      {bars.map(bar => (
        <li key={bar.label ?? bar.name} className="relative isolate py-0.5">
          <svg aria-hidden className="absolute inset-0 -z-1 size-full">
            <rect
              className="fill-[light-dark(#ecede8,#2a2f35)]"
              width={`${(bar.value / longest) * 100}%`}
              y="6%"
              height="88%"
            />
          </svg>
          {onChoose ? (
            <button
              type="button"
              aria-pressed={chosen === bar.name}
              className={clsx(LINE, 'hover:bg-accent/35', chosen === bar.name && CHOSEN)}
              onClick={() => onChoose(bar.name)}
            >
              <Line bar={bar} />
            </button>
          ) : (
            <div className={LINE}>
              <Line bar={bar} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

const Line = ({ bar }: { bar: Bar }) => (
  <>
    <span className="max-w-full truncate">{bar.label ?? bar.name}</span>
    <span className="ml-auto font-semibold tabular-nums">
      <ChangedNumber value={bar.value}>{bar.text}</ChangedNumber>
    </span>
  </>
)
