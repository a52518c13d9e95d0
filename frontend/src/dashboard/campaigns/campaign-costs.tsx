import './campaigns.css'
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { costChange, costDaysWords, coveredWords, withoutCost } from '../pieces/cost-words.ts'
import { money } from '../words/format.ts'

/** What the campaign cost in the days that the page is set to, beneath what came of it: each cost under its number. */
export const CampaignCosts = ({ campaign }: { campaign: Campaign }) =>
  campaign.cost === null ? (
    <p className="mt-1.5 text-xs text-muted">{unknownWords(campaign)}</p>
  ) : (
    <dl className="campaign-figures mt-2">
      <div data-kind="note" className="min-w-0">
        <dt className="sr-only">Days and comparison</dt>
        <dd className="text-xs text-muted">{noteOf(campaign)}</dd>
      </div>
      {COSTS.map(({ label, value }) => (
        <div key={label} data-kind="number" className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="font-semibold tabular-nums">
            <ChangedNumber value={value(campaign)}>{money(value(campaign), campaign.currency)}</ChangedNumber>
          </dd>
        </div>
      ))}
    </dl>
  )

const unknownWords = ({ unassignedCost, utmCampaign, currency }: Campaign): string =>
  unassignedCost === null
    ? 'No cost is known for these days since counting began.'
    : `The cost is not known: ${money(unassignedCost, currency)} of ${utmCampaign} names none of the campaigns with this value.`

const COSTS: readonly { label: string; value: (campaign: Campaign) => number | null }[] = [
  { label: 'Cost', value: campaign => campaign.cost },
  { label: 'Per click', value: campaign => campaign.costPerClick },
  { label: 'Per lead', value: campaign => campaign.costPerLead },
  { label: 'Per qualified', value: campaign => campaign.costPerQualifiedLead },
  { label: 'Per trial', value: campaign => campaign.costPerTrial },
  { label: 'Per onboarding', value: campaign => campaign.costPerOnboarding },
]

const noteOf = ({
  costDays,
  daysWithoutCost,
  previousCost,
  costPerQualifiedLead,
  costPerLead,
  currency,
}: Campaign): string => {
  const perQualified = costChange(costPerQualifiedLead, previousCost?.costPerQualifiedLead ?? null, currency)
  const perLead = costChange(costPerLead, previousCost?.costPerLead ?? null, currency)
  const before = previousCost && coveredWords(previousCost)
  const compared = perQualified
    ? `A qualified lead: ${perQualified} than in ${before}.`
    : perLead && `A lead: ${perLead} than in ${before}.`
  const missing = daysWithoutCost && withoutCost(daysWithoutCost)
  return [
    compared?.replace('as much than', 'as much as'),
    costDays && `${costDaysWords(costDays)}.`,
    missing && `${missing}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
