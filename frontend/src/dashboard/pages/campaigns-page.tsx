import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { oneOf, useChoice } from '../address/filters.ts'
import { usePageAddress } from '../address/page-links.ts'
import { Campaigns } from '../campaigns/campaigns.tsx'
import { CreateCampaign } from '../campaigns/form/create-campaign.tsx'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { ClickFraud } from '../click-fraud/click-fraud.tsx'
import { Cards } from '../pieces/cards.tsx'
import { Costs } from '../spend/costs.tsx'

const PART = oneOf('campaigns-part', 'Part of the page', 'Campaigns', [['costs', 'Costs']])

export const CampaignsPage = () => {
  const { startWith } = useOpenForm()
  const [part] = useChoice(PART)
  return (
    <>
      <Parts part={part} />
      {part === 'costs' ? (
        <Cards of={{ costs: <Costs /> }} />
      ) : (
        <Cards
          roles={{ 'campaign form': 'staff' }}
          of={{
            'campaign form': <CreateCampaign />,
            campaigns: <Campaigns onDraft={startWith} />,
            'click fraud': <ClickFraud />,
          }}
        />
      )}
    </>
  )
}

const Parts = ({ part }: { part: string }) => {
  const address = usePageAddress()
  return (
    <nav aria-label={PART.label} className="flex gap-1 border-b border-line">
      {[['', PART.all] as const, ...PART.choices].map(([value, words]) => (
        <Link
          key={value}
          to={address('campaigns', value ? { [PART.name]: value } : {})}
          aria-current={value === part ? 'page' : undefined}
          className={clsx(
            'dashboard-target -mb-px inline-flex items-center border-b-2 px-3 py-1.5 font-semibold',
            value === part ? 'border-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
