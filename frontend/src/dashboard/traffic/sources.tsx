/** Visits by source, by channel and by referring site. Each bar narrows the page to what it shows. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import { type FilterName, usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useTraffic } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { count, counted, percent } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { Panel } from './traffic-panel.tsx'

type Counts = { visits: number; conversions: number }
type RankingProps = {
  by: FilterName
  title: string
  /** As in "The sources could not be loaded." */
  what: string
  /** `rates`: in words, beside the visits. */
  rowsOf: (answer: AnalyticsSummary) => (Counts & { name: string; label?: string; rates?: string })[]
  /** What is not listed, and how many it is of. */
  othersOf?: (answer: AnalyticsSummary) => Counts & { number: number }
}

const Ranking = ({ by, title, what, rowsOf, othersOf }: RankingProps) => {
  const query = useTraffic('analytics')
  const { chosen, toggle, words } = usePageFilter()
  const { preset } = useRange()
  // What is chosen here leaves all of the list, and another filter narrows it: with both, neither note would be true.
  const note = chosen[by] && words.length > 1 ? {} : { isNarrowed: !chosen[by] }
  return (
    <Panel query={query} what={what} title={title} {...note}>
      {answer => {
        const [rows, others] = [rowsOf(answer), othersOf?.(answer)]
        if (rows.length === 0)
          return (
            <Nothing>
              {preset === 'all'
                ? "No visits yet. Give a campaign's link away, or open the site in a browser that never logged in here."
                : 'No visits in these days.'}
            </Nothing>
          )
        return (
          <>
            <RankedBars
              label={title}
              bars={rows.map(({ name, label = name, visits, conversions, rates }) => ({
                ...{ name, label, value: visits },
                text: `${count(visits)}${beside(visits > 0 ? rates : counted(conversions, 'conversions'))}`,
              }))}
              chosen={chosen[by]}
              onChoose={value => toggle(by, value)}
            />
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

const beside = (words: string | undefined): string => (words ? ` (${words})` : '')

export const Sources = () => (
  <Ranking
    by="source"
    title="Visits by source"
    what="sources"
    rowsOf={({ topSources }) =>
      topSources.map(row => ({ ...row, name: row.source, label: labelOf(row.source) }))
    }
    othersOf={({ others }) => ({ ...others, number: others.sources })}
  />
)

export const Channels = () => (
  <Ranking
    by="channel"
    title="Visits by channel"
    what="channels"
    rowsOf={({ channels }) =>
      channels.map(({ channel, conversionRate, bounceRate, ...counts }) => ({
        ...{ name: channel, ...counts },
        rates: `rate ${percent(conversionRate, 1)}${bounceRate === null ? '' : `, bounce rate ${percent(bounceRate, 1)}`}`,
      }))
    }
  />
)

export const ReferringSites = () => (
  <Ranking
    by="referringSite"
    title="Visits by referring site"
    what="sites"
    rowsOf={({ referringSites }) =>
      referringSites.map(row => ({ ...row, name: row.site, label: `${row.site} (${row.channel})` }))
    }
    othersOf={({ otherSites }) => ({ ...otherSites, number: otherSites.sites })}
  />
)
