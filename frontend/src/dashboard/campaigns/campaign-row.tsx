import type { Campaign } from '@firsttouch/api/contract/campaign'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { calendarDay } from '../words/format.ts'
import { CampaignFigures } from './campaign-figures.tsx'
import { COLUMNS, FIGURES, STATES, stateOf, type Totals } from './columns.ts'
import { CampaignLink } from './links/campaign-link.tsx'
import { RowMenu } from './row-menu.tsx'
import { useStateChanges } from './use-state-changes.ts'

type CampaignRowProps = { campaign: Campaign; isNew: boolean; startsOpen: boolean }

export const CampaignRow = ({ campaign, isNew, startsOpen }: CampaignRowProps) => {
  const [isOpen, setOpen] = useState(startsOpen)
  const { activity, isWorking } = useStateChanges(campaign)
  const details = `campaign-${campaign.id}`
  const state = stateOf(campaign)
  const badge = <Badge tone={state === 'active' ? 'ok' : 'neutral'}>{STATES[state]}</Badge>
  return (
    <tbody
      data-record={campaign.id}
      tabIndex={-1}
      aria-label={campaign.name}
      className={clsx(isNew && 'bg-accent/15')}
    >
      <tr>
        <th scope="row" data-column="name">
          <button
            type="button"
            data-opens
            className="dashboard-target flex items-center gap-1 text-left font-semibold wrap-anywhere"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              aria-hidden
              size={16}
              className={clsx('shrink-0 transition-transform', isOpen && 'rotate-90')}
            />
            <span>
              <span className="hover:underline">{campaign.name}</span>{' '}
              {isNew && <Badge tone="accent">New</Badge>}
              <span className="lg:hidden">{badge}</span>
              <Folded of={campaign} />
            </span>
          </button>
        </th>
        <td data-column="status">{badge}</td>
        {FIGURES.map(({ id, value, text }) => (
          <td key={id} data-column={id}>
            <ChangedNumber value={value(campaign)}>{text(campaign)}</ChangedNumber>
          </td>
        ))}
        <td data-column="menu">
          <RowMenu campaign={campaign} />
        </td>
      </tr>
      <tr id={details} hidden={!isOpen}>
        {isOpen && (
          <td colSpan={COLUMNS.length + 1} data-column="details">
            <p className="text-xs text-muted">
              {[campaign.platform, campaign.channel, calendarDay(campaign.date), campaign.adAssetDescription]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <CampaignFigures campaign={campaign} />
            {campaign.notes && (
              <p className="mt-2 break-words whitespace-pre-wrap text-muted">{campaign.notes}</p>
            )}
            <CampaignLink campaign={campaign}>
              {activity && (
                <Button
                  needs="staff"
                  disabled={isWorking}
                  aria-label={`${activity.words} ${campaign.name}`}
                  onClick={activity.run}
                >
                  {activity.words}
                </Button>
              )}
            </CampaignLink>
          </td>
        )}
      </tr>
    </tbody>
  )
}

const FOLDED = ['clicks', 'leads', 'per-lead']

/** On a phone, the figures stand on a second line of the row. */
export const Folded = ({ of }: { of: Campaign | Totals }) => (
  <span className="block text-xs font-normal text-muted sm:hidden">
    {FIGURES.filter(({ id }) => FOLDED.includes(id))
      .map(({ head, text }) => `${text(of)} ${head.toLowerCase()}`)
      .join(' · ')}
  </span>
)
