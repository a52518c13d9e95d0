import './ranked-bars.css'
import { clsx } from 'clsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { ChangedNumber } from './changed-number.tsx'

const loadDrawing = async () => (await import('./bar-drawing.tsx')).BarDrawing

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

/** Values beside each other, longest first: a list that reads well aloud, over a drawing with one bar behind every line. */
export const RankedBars = ({ label, bars, chosen, onChoose }: RankedBarsProps) => (
  <div className="relative">
    <Drawing bars={bars} />
    <ol aria-label={label} className="relative">
      {bars.map(bar => (
        <li key={bar.label ?? bar.name} className="py-0.5">
          {onChoose ? (
            <button
              type="button"
              aria-pressed={chosen === bar.name}
              className={clsx('ranked-bar', chosen === bar.name && 'is-chosen')}
              onClick={() => onChoose(bar.name)}
            >
              <Line bar={bar} />
            </button>
          ) : (
            <div className="ranked-bar">
              <Line bar={bar} />
            </div>
          )}
        </li>
      ))}
    </ol>
  </div>
)

/** The lines are of one height, and so are the bars: each lies behind its own. */
const Drawing = ({ bars }: Pick<RankedBarsProps, 'bars'>) => {
  const BarDrawing = useLoaded(loadDrawing)
  return (
    <div aria-hidden className="absolute inset-0">
      {BarDrawing && <BarDrawing bars={bars} />}
    </div>
  )
}

const Line = ({ bar }: { bar: Bar }) => (
  <>
    <span className="min-w-0 truncate">{bar.label ?? bar.name}</span>
    <span className="ml-auto font-semibold tabular-nums">
      <ChangedNumber value={bar.value}>{bar.text}</ChangedNumber>
    </span>
  </>
)
