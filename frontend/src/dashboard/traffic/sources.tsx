/** Visits by source, by channel and by referring site. Each bar narrows the page to what it shows. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import { type FilterName, usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useTraffic } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { type Bar, RankedBars } from '../pieces/ranked-bars.tsx'
import { count, counted, percent } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { Panel } from './traffic-panel.tsx'

type Counts = { visits: number; conversions: number }
type RankingProps = {
  by: FilterName
  title: string
  /** As in "The sources could not be loaded." */
  what: string
  barsOf: (answer: AnalyticsSummary) => Bar[]
  /** What is not listed, and how many it is of. */
  othersOf?: (answer: AnalyticsSummary) => Counts & { number: number }
}

const Ranking = ({ by, title, what, barsOf, othersOf }: RankingProps) => {
  const query = useTraffic('analytics')
  const { chosen, toggle, words } = usePageFilter()
  const { preset } = useRange()
  // What is chosen here leaves all of the list, and another filter narrows it: with both, neither note would be true.
  const note = chosen[by] && words.length > 1 ? {} : { isNarrowed: !chosen[by] }
  return (
    <Panel query={query} what={what} title={title} {...note}>
      {answer => {
        const [bars, others] = [barsOf(answer), othersOf?.(answer)]
        if (bars.length === 0)
          return (
            <Nothing>
              {preset === 'all'
                ? "No visits yet. Give a campaign's link away, or open the site in a browser that never logged in here."
                : 'No visits in these days.'}
            </Nothing>
          )
        return (
          <>
            <RankedBars label={title} bars={bars} chosen={chosen[by]} onChoose={value => toggle(by, value)} />
            {others && others.number > 0 && (
              <p className="mt-1 text-sm text-muted">
                And {counted(others.visits, 'visits')} and {counted(others.conversions, 'conversions')} of{' '}
                {counted(others.number, `other ${what}`)}.
              </p>
            )}
          </>
        )
      }}
    </Panel>
  )
}

const barText = ({ visits, conversions }: Counts): string =>
  visits > 0 ? count(visits) : `0 (${counted(conversions, 'conversions')})`

export const Sources = () => (
  <Ranking
    by="source"
    title="Visits by source"
    what="sources"
    barsOf={({ topSources }) =>
      topSources.map(row => ({
        name: row.source,
        label: labelOf(row.source),
        value: row.visits,
        text: barText(row),
      }))
    }
    othersOf={({ others: { sources: number, ...counts } }) => ({ number, ...counts })}
  />
)

export const Channels = () => (
  <Ranking
    by="channel"
    title="Visits by channel"
    what="channels"
    barsOf={({ channels }) =>
      channels.map(row => ({
        name: row.channel,
        value: row.visits,
        text: row.visits > 0 ? `${count(row.visits)} (rate ${percent(row.conversionRate, 1)})` : barText(row),
      }))
    }
  />
)

export const ReferringSites = () => (
  <Ranking
    by="referringSite"
    title="Visits by referring site"
    what="sites"
    barsOf={({ referringSites }) =>
      referringSites.map(row => ({
        name: row.site,
        label: `${row.site} (${row.channel})`,
        value: row.visits,
        text: barText(row),
      }))
    }
    othersOf={({ otherSites: { sites: number, ...counts } }) => ({ number, ...counts })}
  />
)
