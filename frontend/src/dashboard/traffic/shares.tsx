import { useTraffic } from '../data/figures.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { Nothing } from '../pieces/loaded.tsx'
import { count, percent } from '../words/format.ts'
import { deviceLabel, labelOf } from '../words/labels.ts'
import { Panel } from './traffic-panel.tsx'

export const ConversionTypes = () => (
  <Panel query={useTraffic('analytics')} what="conversions by type" title="Conversions by type" isNarrowed>
    {({ conversionsByType, totalConversions }) => (
      <Shares
        what="Conversions"
        by="type"
        of={totalConversions}
        parts={conversionsByType.map(part => [labelOf(part.conversionType), part.count])}
      />
    )}
  </Panel>
)

export const Browsers = () => (
  <Panel query={useTraffic('devices')} what="browsers" title="Visits by browser" isNarrowed>
    {({ browsers, totals }) => (
      <Shares
        what="Visits"
        by="browser"
        of={totals.visits}
        parts={browsers.map(({ browser, visits }) => [deviceLabel(browser), visits])}
      />
    )}
  </Panel>
)

type SharesProps = { what: string; by: string; of: number; parts: [name: string, value: number][] }

/** Shows the parts as a list, because screen readers read a list well. */
const Shares = ({ what, by, of, parts }: SharesProps) => {
  const longest = Math.max(...parts.map(([, value]) => value)) || 1
  if (parts.length === 0) return <Nothing>No {what.toLowerCase()} on these days.</Nothing>
  return (
    <ol aria-label={`${what} by ${by}`}>
      {parts.map(([name, value]) => (
        <li key={name} className="relative isolate flex min-h-9 flex-wrap items-center gap-x-3 px-2.5 py-1">
          <BarBehind share={value / longest} />
          <span className="max-w-full truncate">{name}</span>
          <span className="ml-auto font-semibold tabular-nums">
            <ChangedNumber value={value}>
              {count(value)} ({percent(of === 0 ? 0 : (value / of) * 100, 1)})
            </ChangedNumber>
          </span>
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
