import { clsx } from 'clsx'
import { ChangedNumber } from './changed-number.tsx'

export type Bar = { name: string; value: number; text: string }
type RankedBarsProps = {
  label: string
  bars: readonly Bar[]
  /** Names the bar that is chosen now, if any. */
  chosen?: string
  /** Without it the bars only show. */
  onChoose?: (name: string) => void
}

/** Values beside each other, longest first: a list that reads well aloud, with a bar behind every line. */
export const RankedBars = ({ label, bars, chosen, onChoose }: RankedBarsProps) => {
  const longest = Math.max(...bars.map(bar => bar.value), 0) || 1
  return (
    <ol aria-label={label} className="space-y-1">
      {bars.map(bar => {
        const line = <Line bar={bar} longest={longest} />
        return (
          <li key={bar.name}>
            {onChoose ? (
              <button
                type="button"
                aria-pressed={chosen === bar.name}
                className={clsx('ranked-bar', chosen === bar.name && 'is-chosen')}
                onClick={() => onChoose(bar.name)}
              >
                {line}
              </button>
            ) : (
              <div className="ranked-bar">{line}</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const Line = ({ bar, longest }: { bar: Bar; longest: number }) => (
  <>
    <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="ranked-bar-back">
      <rect width={(bar.value / longest) * 100} height="1" />
    </svg>
    <span className="min-w-0 truncate">{bar.name}</span>
    <span className="ml-auto font-semibold tabular-nums">
      <ChangedNumber value={bar.value}>{bar.text}</ChangedNumber>
    </span>
  </>
)
