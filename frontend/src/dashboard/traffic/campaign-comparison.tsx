import { Skeleton } from '../../ui/skeleton.tsx'
import { usePageFilter } from '../address/page-filter.ts'
import { useAddressValue } from '../address/use-address.ts'
import { useCampaigns } from '../data/figures.ts'
import { FilterSelect } from '../pieces/filters/filter-bar.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { compare, FEWEST_CLICKS, figureOf, MEASURES, type Measure } from './compare-campaigns.ts'
import { Nothing, Panel } from './traffic-panel.tsx'

const isMeasure = (text: string): text is Measure => MEASURES.some(measure => measure === text)

export const CampaignComparison = () => {
  const query = useCampaigns()
  const { campaign, toggleCampaign } = usePageFilter()
  const [chosen, choose] = useAddressValue('compare', MEASURES)
  const measure = isMeasure(chosen) ? chosen : 'Clicks'
  return (
    <Panel
      title="Campaigns compared"
      isNarrowed={false}
      tools={
        <FilterSelect
          label="Compare campaigns by"
          all={MEASURES[0]}
          value={chosen}
          options={MEASURES.slice(1)}
          onChange={choose}
        />
      }
    >
      <Loaded query={query} what="campaigns" bare skeleton={<Skeleton className="h-40" />}>
        {campaigns => {
          const bars = compare(campaigns, measure)
          if (campaigns.some(one => figureOf[measure](one) === null))
            return (
              <Nothing>{measure === 'Rate' ? 'Clicks' : measure} cannot be counted at the moment.</Nothing>
            )
          if (bars.length === 0) return <Nothing>{EMPTY[measure]}</Nothing>
          return (
            <RankedBars
              label={`Campaigns by ${measure.toLowerCase()}`}
              bars={bars}
              chosen={campaign}
              onChoose={toggleCampaign}
            />
          )
        }}
      </Loaded>
    </Panel>
  )
}

const EMPTY: Record<Measure, string> = {
  Clicks: 'No campaign has been clicked yet.',
  Visitors: 'No campaign has brought a visitor yet.',
  Conversions: 'No campaign has led to a conversion yet.',
  Rate: `No campaign has the ${FEWEST_CLICKS} clicks that a rate needs to mean something.`,
  Leads: 'No campaign has brought a lead yet.',
  'Qualified leads': 'No campaign has brought a qualified lead yet.',
}
