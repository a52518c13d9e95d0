import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useTraffic } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { count, counted } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { Panel } from './traffic-panel.tsx'

export const Sources = () => {
  const query = useTraffic('analytics')
  const { source, campaign, toggleSource } = usePageFilter()
  const { preset } = useRange()
  // A chosen source leaves all of them listed, and a campaign narrows them: with both, neither note would be true.
  const note = source && campaign ? {} : { isNarrowed: !source }
  return (
    <Panel query={query} what="sources" title="Visits by source" {...note}>
      {({ topSources, others }) =>
        topSources.length === 0 ? (
          <Nothing>
            {preset === 'all'
              ? "No visits yet. Give a campaign's link away, or open the site yourself."
              : 'No visits in these days.'}
          </Nothing>
        ) : (
          <>
            <RankedBars
              label="Visits by source"
              bars={topSources.map(({ source, visits, conversions }) => ({
                name: source,
                label: labelOf(source),
                value: visits,
                text: visits > 0 ? count(visits) : `0 (${counted(conversions, 'conversions')})`,
              }))}
              chosen={source}
              onChoose={toggleSource}
            />
            {others.sources > 0 && (
              <p className="mt-1 text-sm text-muted">
                And {counted(others.visits, 'visits')} and {counted(others.conversions, 'conversions')} of{' '}
                {counted(others.sources, 'other sources')}.
              </p>
            )}
          </>
        )
      }
    </Panel>
  )
}
