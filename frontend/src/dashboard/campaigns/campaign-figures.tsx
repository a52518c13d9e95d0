import type { Campaign } from '@firsttouch/api/contract/campaign'
import { clsx } from 'clsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { costChange, costDaysWords, coveredWords, withoutCost } from '../pieces/cost-words.ts'
import { count, money, percent } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { FIGURES } from './columns.ts'

/** A campaign's tags, and the figures that have no column in the table. */
export const CampaignFigures = ({ campaign }: { campaign: Campaign }) => (
  <>
    <dl className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-4 gap-y-2">
      <Figure label="Source" text={labelOf(campaign.utmSource)} />
      <Figure label="Medium" text={labelOf(campaign.utmMedium)} />
      <Figure label="Campaign" text={campaign.utmCampaign} look="col-span-2" />
      {FIGURES.map(({ id, head, value, text }) => (
        <Figure
          key={id}
          label={head}
          value={value(campaign)}
          text={text(campaign)}
          look={WIDE.includes(id) ? 'lg:hidden' : 'sm:hidden'}
        />
      ))}
      <Figure label="Visitors" value={campaign.visitors} text={count(campaign.visitors)} />
      <Figure label="Rate" value={campaignRate(campaign)} text={rateText(campaign)} />
      <Figure label="Bounce rate" value={campaign.bounceRate} text={percent(campaign.bounceRate, 1)} />
      {campaign.cost !== null &&
        COSTS.map(([label, field]) => (
          <Figure
            key={label}
            label={label}
            value={campaign[field]}
            text={money(campaign[field], campaign.currency)}
          />
        ))}
    </dl>
    <p className="mt-2 text-xs text-muted">
      {campaign.cost === null ? unknownWords(campaign) : noteOf(campaign)}
    </p>
  </>
)

const WIDE = ['conversions', 'change']

const COSTS = [
  ['Per click', 'costPerClick'],
  ['Per trial', 'costPerTrial'],
  ['Per onboarding', 'costPerOnboarding'],
] as const

const rateText = (campaign: Campaign): string =>
  campaign.clicks === 0 ? '0%' : percent(campaignRate(campaign), 1)

type FigureProps = { label: string; text: string; value?: number | null; look?: string }

/** Flashes when `value` changes. */
const Figure = ({ label, text, value, look }: FigureProps) => (
  <div className={clsx('min-w-0', look)}>
    <dt className="text-xs text-muted">{label}</dt>
    {value === undefined ? (
      <dd className="wrap-anywhere">{text}</dd>
    ) : (
      <dd className="font-semibold tabular-nums">
        <ChangedNumber value={value}>{text}</ChangedNumber>
      </dd>
    )}
  </div>
)

const unknownWords = ({ unassignedCost, utmCampaign, currency }: Campaign): string =>
  unassignedCost === null
    ? 'No cost is known for these days. Costs from before counting began are left out.'
    : `The cost is not known: several campaigns share ${utmCampaign}, and ${money(unassignedCost, currency)} of their common costs is assigned to none of them.`

const noteOf = (campaign: Campaign): string => {
  const { costDays, daysWithoutCost, previousCost, currency } = campaign
  const changeOf = (cost: 'costPerLead' | 'costPerQualifiedLead') =>
    costChange(campaign[cost], previousCost?.[cost] ?? null, currency)
  const [perQualified, perLead] = [changeOf('costPerQualifiedLead'), changeOf('costPerLead')]
  const before = previousCost && coveredWords(previousCost)
  const compared = perQualified
    ? `Cost per qualified lead: ${perQualified} than for ${before}.`
    : perLead && `Cost per lead: ${perLead} than for ${before}.`
  const missing = daysWithoutCost && withoutCost(daysWithoutCost)
  return [
    compared?.replace('as much than', 'as much as'),
    costDays && `${costDaysWords(costDays)}.`,
    missing && `${missing}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

type Clicked = Pick<Campaign, 'clicks' | 'conversions'>

/** Conversions ÷ clicks in percent. 0 if there are no clicks. null while the counts are unavailable. */
export const campaignRate = ({ clicks, conversions }: Clicked): number | null =>
  clicks === null || conversions === null ? null : clicks === 0 ? 0 : (conversions / clicks) * 100
