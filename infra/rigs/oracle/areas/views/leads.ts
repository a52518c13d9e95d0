/** Views of leads, campaigns and costs, and of the path from visit to customer. */
import { channelOf, siteOf } from '../../definitions/channels.ts'
import { participantsOf } from '../../definitions/experiments.ts'
import { isCountedLead, isCustomer, isQualified, isTrial, qualifiedAt } from '../../definitions/leads.ts'
import { sessionsOf } from '../../definitions/sessions.ts'
import { costsOf, tagsOfCost } from '../../definitions/spend.ts'
import type { Event, Lead, Spend } from '../../facts.ts'
import { type Look, stamp } from '../look.ts'
import { type Row, TOUCH, touch, type Views } from './view.ts'

export const compareLeadViews = async ({ business }: Look, { day, visits, view }: Views): Promise<void> => {
  const lastTouch = (lead: Lead): Event | undefined => {
    const tagged = visits.filter(
      event =>
        event.session === lead.session &&
        event.at <= lead.at &&
        (event.tags.campaign !== '' ||
          (event.tags.medium !== '' && event.tags.medium !== 'organic') ||
          channelOf(event).startsWith('Paid')),
    )
    return tagged.toSorted((a, b) => a.at - b.at).at(-1)
  }
  const begun = new Map(sessionsOf(business).map(({ id, first }) => [id, first]))
  const listed = business.leads.filter(({ deleted }) => !deleted)
  await view(
    'leads',
    ['recorded_at'],
    [],
    listed.map(lead => {
      const came = begun.get(lead.session)
      const lastVisit = lastTouch(lead)
      const [first, last] = [touch(lead.tags), touch(lastVisit?.tags ?? lead.tags)]
      const channel = came ? channelOf(came) : ''
      return {
        recorded_at: stamp(lead.at),
        day: day(lead.at),
        form: lead.source === 'trial_signup_page' ? 'trial_signup' : lead.source,
        status: lead.status,
        spam: lead.spam === '' ? 0 : 1,
        ...first,
        last_source: last.source,
        last_medium: last.medium,
        last_campaign: last.campaign,
        variant: lead.variant,
        became_trial: isTrial(business, lead) ? 1 : 0,
        became_onboarding: isCustomer(business, lead) ? 1 : 0,
        qualified_at: stamp(qualifiedAt(lead)),
        channel,
        referring_site: came ? siteOf(came) : '',
        last_channel: lastVisit ? channelOf(lastVisit) : channel,
      }
    }),
    row => listed.filter(({ at }) => stamp(at) === row?.recorded_at),
  )
  await view(
    'campaigns',
    ['campaign', 'source', 'medium'],
    [],
    business.campaigns.map(({ tags, name, platform, date, active, archivedAt, createdAt }) => ({
      ...{ ...tags, name, platform, date, active: active ? 1 : 0, archived: archivedAt === null ? 0 : 1 },
      archived_at: stamp(archivedAt),
      created_at: stamp(createdAt),
    })),
  )
  const costs = costsOf(business)
  const named = (cost: Pick<Spend, 'day' | 'campaign' | 'source' | 'medium'>) => ({
    ...{ day: cost.day, campaign: cost.campaign, ...tagsOfCost(business, cost) },
  })
  const saidOf = (row: Row | undefined) =>
    business.spend.filter(one => one.day === row?.day && one.campaign === row.campaign)
  await view(
    'spend',
    ['day', 'campaign', 'source', 'medium'],
    ['cost', 'clicks'],
    costs.map(cost => ({
      ...named(cost),
      ...{ cost: cost.pence / 100, clicks: cost.clicks, currency: 'GBP', changed_at: stamp(cost.changedAt) },
    })),
    saidOf,
  )

  const armOf = new Map(
    participantsOf(business)
      .filter(({ test }) => test === 'landingPage')
      .map(({ session, variant }) => [session, variant]),
  )
  const NO_COUNTS = { visits: 0, sessions: 0, leads: 0, trials: 0, qualified: 0, closed: 0, onboarding: 0 }
  type FunnelRow = Row & typeof NO_COUNTS & { cost: number | null; qualified_v1: number }
  const rows = new Map<string, FunnelRow>()
  const rowOf = (keys: Row): FunnelRow => {
    const key = JSON.stringify(keys)
    const row = rows.get(key) ?? { ...keys, ...NO_COUNTS, qualified_v1: 0, cost: null }
    rows.set(key, row)
    return row
  }
  for (const [session, own] of Map.groupBy(visits, ({ session }) => session)) {
    const [first] = own.toSorted((a, b) => a.at - b.at)
    if (!first) continue
    const row = rowOf({ day: day(first.at), ...touch(first.tags), variant: armOf.get(session) ?? '' })
    row.visits += own.length
    row.sessions += 1
  }
  for (const lead of business.leads.filter(isCountedLead)) {
    const row = rowOf({ day: day(lead.at), ...touch(lead.tags), variant: lead.variant })
    row.leads += 1
    row.trials += isTrial(business, lead) ? 1 : 0
    row.qualified += isQualified(lead) ? 1 : 0
    row.qualified_v1 += lead.status === 'qualified' ? 1 : 0
    row.closed += lead.status === 'closed' ? 1 : 0
    row.onboarding += isCustomer(business, lead) ? 1 : 0
  }
  const touchOf = ({ day: one, source, medium, campaign }: ReturnType<typeof named>) => ({
    day: one,
    source,
    medium,
    campaign,
  })
  const FUNNEL = [...TOUCH, 'variant']
  const counts = Object.keys(NO_COUNTS)
  await view(
    'campaign_funnel_v1',
    FUNNEL,
    counts.filter(name => name !== 'closed'),
    [...rows.values()].map(
      ({ closed: _, cost: __, qualified_v1, ...row }): Row => ({ ...row, qualified: qualified_v1 }),
    ),
    row => business.leads.filter(({ at, tags }) => day(at) === row?.day && tags.campaign === row.campaign),
  )
  for (const cost of costs) {
    const row = rowOf({ ...touchOf(named(cost)), variant: '' })
    row.cost = (row.cost ?? 0) + cost.pence / 100
  }
  await view(
    'campaign_funnel',
    FUNNEL,
    [...counts, 'cost'],
    [...rows.values()].map(({ qualified_v1: _, ...row }) => row),
    row => business.leads.filter(({ at, tags }) => day(at) === row?.day && tags.campaign === row.campaign),
  )
}
