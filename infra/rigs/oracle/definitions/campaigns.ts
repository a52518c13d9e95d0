/** Campaigns: which clicks, sessions, conversions and leads are whose. */
import { dayOf } from '../days.ts'
import type { Business, Campaign, Event, Tags } from '../facts.ts'
import { isVisit, sourceOf } from './traffic.ts'

/** One campaign of a value has everything with the value. Campaigns that share a value are told apart by source and medium. */
export const campaignOf = (campaigns: readonly Campaign[], tags: Tags): Campaign | null => {
  const own = campaigns.filter(one => one.tags.campaign === tags.campaign && tags.campaign !== '')
  if (own.length === 1) return own[0] ?? null
  return own.find(one => one.tags.source === tags.source && one.tags.medium === tags.medium) ?? null
}

export const isOf =
  ({ campaigns }: Pick<Business, 'campaigns'>, campaign: Campaign) =>
  ({ tags }: { tags: Tags }): boolean =>
    campaignOf(campaigns, tags)?.id === campaign.id

/** Sessions by the day of their first visit through one of the links that `isLink` knows. */
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

/** Of a link that has tags but no campaign; a link without tags has the medium organic. */
const isWithoutCampaign = ({ campaign, source, medium }: Tags): boolean =>
  campaign === '' && medium !== 'organic' && source + medium !== ''

/** How `unknownTagsOf` tells tags apart: by their value, and without one by source and medium. */
export const unknownTagName = (campaign: string, source: string, medium: string): string =>
  campaign || ` ${source} ${medium}`

/** Clicks of humans that belong to no campaign. */
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

/** The most frequent; of several equally frequent ones any will do. */
export const mostFrequent = (values: readonly string[]): string[] => {
  const counts = [...Map.groupBy(values, value => value)].map(([value, all]) => ({ value, n: all.length }))
  const most = Math.max(...counts.map(({ n }) => n))
  return counts.filter(({ n }) => n === most).map(({ value }) => value)
}

export const sourcesOf = (events: readonly Event[]): string[] => [
  ...new Set(events.map(({ tags }) => sourceOf(tags))),
]
