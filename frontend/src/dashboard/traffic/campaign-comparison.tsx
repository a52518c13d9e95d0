import { oneOf, useChoice } from '../address/filters.ts'
import { usePageFilter } from '../address/page-filter.ts'
import { useCampaigns } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { FilterSelect } from '../pieces/filters/filter-control.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { compare, FEWEST_CLICKS, figureOf, isRate, MEASURES, type Measure } from './compare-campaigns.ts'
import { Panel } from './traffic-panel.tsx'

const { clicks: STANDARD, ...OTHERS } = MEASURES
const COMPARE = oneOf('compare', 'Compare campaigns by', STANDARD, Object.entries(OTHERS))
const isMeasure = (chosen: string): chosen is Measure => chosen in MEASURES

export const CampaignComparison = () => {
  const query = useCampaigns()
  const { campaign, toggle } = usePageFilter()
  const [chosen, choose] = useChoice(COMPARE)
  const measure = isMeasure(chosen) ? chosen : 'clicks'
  return (
    <Panel
      query={query}
      what="campaigns"
      title="Campaigns compared"
      isNarrowed={false}
      tools={<FilterSelect filter={COMPARE} value={chosen} onChange={choose} />}
    >
      {campaigns => {
        const bars = compare(campaigns, measure)
        const counted = isRate(measure) ? 'clicks' : measure
        if (campaigns.some(one => figureOf[counted](one) === null))
          return <Nothing>{MEASURES[counted]} cannot be counted at the moment.</Nothing>
        if (bars.length === 0) return <Nothing>{EMPTY[measure]}</Nothing>
        return (
          <RankedBars
            label={`Campaigns by ${MEASURES[measure].toLowerCase()}`}
            bars={bars}
            chosen={campaign}
            onChoose={value => toggle('campaign', value)}
          />
        )
      }}
    </Panel>
  )
}

const FEW_CLICKS = `No campaign has the ${FEWEST_CLICKS} clicks that a rate needs to mean something.`

const EMPTY: Record<Measure, string> = {
  clicks: 'No campaign has been clicked yet.',
  visitors: 'No campaign has brought a visitor yet.',
  conversions: 'No campaign has led to a conversion yet.',
  rate: FEW_CLICKS,
  bounceRate: FEW_CLICKS,
  leads: 'No campaign has brought a lead yet.',
  qualified: 'No campaign has brought a qualified lead yet.',
}
