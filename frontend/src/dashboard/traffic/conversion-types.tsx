import { Skeleton } from '../../ui/skeleton.tsx'
import { useTraffic } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { count, percent } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { Panel } from './traffic-panel.tsx'

/** What people did: each type with its share of all conversions. */
export const ConversionTypes = () => {
  const query = useTraffic('analytics')
  return (
    <Panel title="Conversions by type" isNarrowed>
      <Loaded query={query} what="conversions by type" bare skeleton={<Skeleton className="h-40" />}>
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
      </Loaded>
    </Panel>
  )
}
