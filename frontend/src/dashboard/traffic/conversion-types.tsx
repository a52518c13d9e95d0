import { useTraffic } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { count, percent } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { Panel } from './traffic-panel.tsx'

export const ConversionTypes = () => {
  const query = useTraffic('analytics')
  return (
    <Panel query={query} what="conversions by type" title="Conversions by type" isNarrowed>
      {({ conversionsByType, totalConversions }) =>
        conversionsByType.length === 0 ? (
          <Nothing>No conversions in these days.</Nothing>
        ) : (
          <RankedBars
            label="Conversions by type"
            bars={conversionsByType.map(({ conversionType, count: n }) => ({
              name: conversionType,
              label: labelOf(conversionType),
              value: n,
              text: `${count(n)} (${percent((n / totalConversions) * 100, 1)})`,
            }))}
          />
        )
      }
    </Panel>
  )
}
