/** Assigns clicks, sessions, conversions and leads to campaigns. */
import { dayOf } from '../days.ts'
import type { Business, Campaign, Event, Tags } from '../facts.ts'
import { isVisit, sourceOf } from './traffic.ts'

/** A campaign with a unique utm_campaign gets all events with it. If campaigns share a utm_campaign, source and medium decide. */
export const campaignOf = (campaigns: readonly Campaign[], tags: Tags): Campaign | null => {
  const own = campaigns.filter(one => one.tags.campaign === tags.campaign && tags.campaign !== '')
  if (own.length === 1) return own[0] ?? null
  return own.find(one => one.tags.source === tags.source && one.tags.medium === tags.medium) ?? null
}

export const isOf =
  ({ campaigns }: Pick<Business, 'campaigns'>, campaign: Campaign) =>
  ({ tags }: { tags: Tags }): boolean =>
    campaignOf(campaigns, tags)?.id === campaign.id

/** The day of each session's first visit through a link that `isLink` accepts. */
export const visitorDays = (
  { events, zone }: Pick<Business, 'events' | 'zone'>,
  isLink: (event: Event) => boolean,
): string[] =>
  [
    ...Map.groupBy(
      events.filter(event => isVisit(event) && isLink(event)),
      ({ session }) => session,
    ).values(),
  ].map(visits => dayOf(zone, Math.min(...visits.map(({ at }) => at))))

/** The link has tags but no campaign. A link without tags has the medium organic. */
const isWithoutCampaign = ({ campaign, source, medium }: Tags): boolean =>
  campaign === '' && medium !== 'organic' && source + medium !== ''

/** Unknown tags are grouped by utm_campaign, or by source and medium if that is empty. */
export const unknownTagName = (campaign: string, source: string, medium: string): string =>
  campaign || ` ${source} ${medium}`

/** Clicks by people that match no campaign. */
export const unknownTagsOf = (
  { campaigns }: Pick<Business, 'campaigns'>,
  counted: readonly Event[],
): { name: string; utmCampaign: string; visits: Event[]; conversions: number }[] =>
  [
    ...Map.groupBy(
      counted.filter(({ tags }) =>
        tags.campaign === '' ? isWithoutCampaign(tags) : campaignOf(campaigns, tags) === null,
      ),
      ({ tags }) => unknownTagName(tags.campaign, tags.source, tags.medium),
    ),
  ].flatMap(([name, events]) => {
    const visits = events.filter(isVisit)
    const utmCampaign = events[0]?.tags.campaign ?? ''
    return visits.length === 0
      ? []
      : [{ name, utmCampaign, visits, conversions: events.length - visits.length }]
  })

/** The most frequent values. If several tie, the product may show any of them. */
export const mostFrequent = (values: readonly string[]): string[] => {
  const counts = [...Map.groupBy(values, value => value)].map(([value, all]) => ({ value, n: all.length }))
  const most = Math.max(...counts.map(({ n }) => n))
  return counts.filter(({ n }) => n === most).map(({ value }) => value)
}

export const sourcesOf = (events: readonly Event[]): string[] => [
  ...new Set(events.map(({ tags }) => sourceOf(tags))),
]
