import { RankedBars } from '../../ui/ranked-bars.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAnalytics } from '../figures.ts'
import { count } from '../format.ts'
import { labelOf } from '../labels.ts'
import { Loaded } from '../loaded.tsx'
import { usePageFilter } from '../page-filter.ts'
import { useRange } from '../range/use-range.ts'
import { Nothing, Panel } from './panel.tsx'

export const Sources = () => {
  const query = useAnalytics()
  const { source, campaign, toggleSource } = usePageFilter()
  const { preset } = useRange()
  // Every source is listed, whichever is chosen: only a campaign narrows it, and beside a source no note says that.
  const note = source && campaign ? {} : { isNarrowed: !source }
  return (
    <Panel title="Visits by source" {...note}>
      <Loaded query={query} what="sources" bare skeleton={<Skeleton className="h-40" />}>
        {({ topSources }) =>
          topSources.length === 0 ? (
            <Nothing>
              {preset === 'all'
                ? "No visits yet. Give a campaign's link away, or open the site yourself."
                : 'No visits in these days.'}
            </Nothing>
          ) : (
            <RankedBars
              label="Visits by source"
              bars={topSources.map(top => ({
                name: top.source,
                label: labelOf(top.source),
                value: top.visits,
                text: count(top.visits),
              }))}
              chosen={source}
              onChoose={toggleSource}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
