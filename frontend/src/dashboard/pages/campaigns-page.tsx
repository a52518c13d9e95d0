import { oneOf, useChoice } from '../address/filters.ts'
import { usePageAddress } from '../address/page-links.ts'
import { Campaigns } from '../campaigns/campaigns.tsx'
import { CreateCampaign } from '../campaigns/form/create-campaign.tsx'
import { ClickFraud } from '../click-fraud/click-fraud.tsx'
import { Cards } from '../pieces/card-boundary.tsx'
import { Tabs } from '../pieces/tabs.tsx'
import { Costs } from '../spend/costs.tsx'

const PART = oneOf('campaigns-part', 'Part of the page', 'Campaigns', { costs: 'Costs' })

export const CampaignsPage = () => {
  const [part] = useChoice(PART)
  const address = usePageAddress()
  return (
    <>
      <Tabs
        label={PART.label}
        tabs={[['', PART.all] as const, ...PART.choices].map(([value, words]) => ({
          ...{ words, isShown: value === part },
          to: address('campaigns', value ? { [PART.name]: value } : {}),
        }))}
      />
      {part === 'costs' ? (
        <Cards of={{ costs: <Costs /> }} />
      ) : (
        <Cards
          roles={{ 'campaign form': 'staff' }}
          of={{
            'campaign form': <CreateCampaign />,
            campaigns: <Campaigns />,
            'click fraud': <ClickFraud />,
          }}
        />
      )}
    </>
  )
}
