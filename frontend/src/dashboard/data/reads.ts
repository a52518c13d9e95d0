/** Every read of the dashboard, and the changes after which it is fetched again. */

import type { AccountFactors, AccountSessions } from '@firsttouch/api/contract/account'
import type { AnalyticsTotals } from '@firsttouch/api/contract/analytics'
import type { AuditPage } from '@firsttouch/api/contract/audit'
import type { Campaign, CampaignHistory, UnknownTags } from '@firsttouch/api/contract/campaign'
import type { ClickFraud } from '@firsttouch/api/contract/click-fraud'
import type { DomainConfig, SiteConfig } from '@firsttouch/api/contract/config'
import type { ConversionSettings } from '@firsttouch/api/contract/conversions/settings'
import type { Funnel } from '@firsttouch/api/contract/costs/funnel'
import type { SpendBatches, SpendList } from '@firsttouch/api/contract/costs/spend'
import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { ExperimentChanges, ExperimentList } from '@firsttouch/api/contract/experiments/life'
import type {
  AbTestStats,
  ExperimentHistory,
  PlanAnswer,
  Run,
} from '@firsttouch/api/contract/experiments/results'
import type { RecordOwner } from '@firsttouch/api/contract/inbox'
import type { InternalTraffic } from '@firsttouch/api/contract/internal-traffic'
import type { Devices, VisitorsNow } from '@firsttouch/api/contract/landings'
import type { LeadDetails, LeadJourney, LeadPage, ReplyTimes } from '@firsttouch/api/contract/leads'
import type { QueryKey } from '@firsttouch/api/contract/live'
import type { NewLeads, Notifications } from '@firsttouch/api/contract/notifications'
import type { SubmissionDetails, SubmissionPage } from '@firsttouch/api/contract/onboarding'
import type { PageSpeed } from '@firsttouch/api/contract/page-speed'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import type { ReadToken } from '@firsttouch/api/contract/read-tokens'
import type { Role } from '@firsttouch/api/contract/roles'
import type { OidcAnswer, SessionAnswer } from '@firsttouch/api/contract/session'
import type { TagState } from '@firsttouch/api/contract/tag'
import type { Invitation, Member } from '@firsttouch/api/contract/team'
import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import type { TrafficList } from '@firsttouch/api/contract/traffic'
import { request } from '../../api.ts'

/**
 * A kind of change after which a read is fetched again. The live stream announces only the kinds in `QueryKey`, and
 * the `heartbeat` by a message without changes.
 */
export type Topic = QueryKey | 'notifications' | 'team' | 'read-tokens' | 'account' | 'heartbeat' | 'none'

type Read<Answer> = {
  /** `:id` is replaced with the id of the record. */
  path: string
  topic: Topic
  also?: readonly Topic[]
  /** True if the header's "as of" time covers this read. */
  isFigure?: true
  /** Least time between two fetches, for reads that need not be fresh. */
  spacingMs?: number
  /** The lowest role that may fetch this read. Any role if absent. */
  role?: Role
  /** Never set. Only carries the response's type. */
  answer?: Answer
}
type More = Pick<Read<never>, 'also' | 'spacingMs' | 'role'>

const read = <Answer>(path: string, topic: Topic, more?: More): Read<Answer> => ({ path, topic, ...more })
const figures = <Answer>(path: string, topic: Topic, more?: More): Read<Answer> => ({
  ...read<Answer>(path, topic, more),
  isFigure: true,
})
const SLOW = { spacingMs: 5_000 }
const STAFF = { role: 'staff' } as const
const OWNER = { role: 'owner' } as const
const STEPS = { also: ['experiments'] } as const
const VERDICTS = { also: ['ab-testing-stats'] } as const

export const READS = {
  session: read<SessionAnswer>('/api/admin/session', 'none'),
  accountFactors: read<AccountFactors>('/api/admin/account/factors', 'account'),
  accountSessions: read<AccountSessions>('/api/admin/account/sessions', 'account'),
  siteConfig: read<SiteConfig>('/api/config/site', 'none'),
  domainConfig: read<DomainConfig>('/api/admin/domain-config', 'domain-config'),
  internalTraffic: read<InternalTraffic>('/api/admin/internal-traffic', 'domain-config'),
  /** Refetched after events and heartbeats, because the stream does not announce a tag's first event. */
  tag: read<TagState>('/api/admin/tag', 'domain-config', { also: ['analytics', 'heartbeat'], ...SLOW }),
  analytics: figures<AnalyticsTotals>('/api/admin/analytics', 'analytics'),
  timeseries: figures<Timeseries>('/api/admin/timeseries', 'analytics'),
  pageSpeed: figures<PageSpeed>('/api/admin/page-speed', 'analytics', SLOW),
  trafficList: figures<TrafficList>('/api/admin/traffic', 'analytics', { also: ['leads', 'campaigns'] }),
  devices: figures<Devices>('/api/admin/devices', 'analytics'),
  visitorsNow: figures<VisitorsNow>('/api/admin/visitors-now', 'analytics'),
  accounting: read<PipelineAccounting>('/api/admin/pipeline', 'analytics', { also: ['heartbeat'] }),
  /** Refetched after changes to leads or the domain, because a campaign shows its number of leads and its short link. */
  campaigns: figures<Campaign[]>('/api/admin/campaigns', 'campaigns', { also: ['leads', 'domain-config'] }),
  campaignHistory: read<CampaignHistory>('/api/admin/campaigns/:id/history', 'campaigns', STAFF),
  spend: read<SpendList>('/api/admin/spend', 'campaigns'),
  spendBatches: read<SpendBatches>('/api/admin/spend/batches', 'campaigns', STAFF),
  funnel: figures<Funnel>('/api/admin/funnel', 'analytics', { also: ['leads', 'onboarding', 'campaigns'] }),
  clickFraud: read<ClickFraud>('/api/admin/click-fraud', 'campaigns', { spacingMs: 60_000 }),
  unknownTags: figures<UnknownTags>('/api/admin/unknown-tags', 'campaigns'),
  /** Counts of the present run only. The verdict uses the same counts. */
  experiments: figures<AbTestStats>('/api/admin/ab-testing-stats?run=present', 'ab-testing-stats', STEPS),
  /** Throttled, because the server computes every verdict and most pages need only the number in the navigation. */
  experimentList: read<ExperimentList>('/api/admin/experiments', 'experiments', { ...VERDICTS, ...SLOW }),
  experimentChanges: read<ExperimentChanges>('/api/admin/experiments/:id/changes', 'experiments'),
  runs: read<Run[]>('/api/admin/experiments/:id/runs', 'ab-testing-stats', { ...STEPS, ...SLOW }),
  history: read<ExperimentHistory>('/api/admin/experiments/:id/history', 'ab-testing-stats', {
    ...STEPS,
    ...SLOW,
  }),
  experimentDetails: read<ExperimentDetails>('/api/admin/experiments/:id/details', 'ab-testing-stats', SLOW),
  plan: read<PlanAnswer>('/api/admin/experiments/:id/plan', 'ab-testing-stats', SLOW),
  leads: read<LeadPage>('/api/admin/leads/search', 'leads', STAFF),
  lead: read<LeadDetails>('/api/admin/leads/:id', 'leads', STAFF),
  /** Refetched when the figures change, because a lead's events reach ClickHouse after the lead is stored. */
  journey: read<LeadJourney>('/api/admin/leads/:id/journey', 'analytics', STAFF),
  replyTimes: read<ReplyTimes>('/api/admin/reply-times', 'leads', { ...SLOW, ...STAFF }),
  /** Also refetched at each heartbeat, because the stream does not announce that an invited person has joined. */
  leadOwners: read<RecordOwner[]>('/api/admin/lead-owners', 'team', { ...STAFF, also: ['heartbeat'] }),
  notifications: read<Notifications>('/api/admin/notifications', 'notifications', {
    also: ['heartbeat'],
    ...SLOW,
    ...STAFF,
  }),
  newLeads: read<NewLeads>('/api/admin/notifications/new-leads', 'leads'),
  onboarding: read<SubmissionPage>('/api/admin/onboarding/search', 'onboarding', STAFF),
  submission: read<SubmissionDetails>('/api/admin/onboarding/:id', 'onboarding', STAFF),
  conversions: read<ConversionSettings>('/api/admin/conversions', 'conversions', {
    also: ['leads', 'onboarding'],
    ...STAFF,
  }),
  team: read<Member[]>('/api/admin/team', 'team', { ...OWNER, also: ['heartbeat'] }),
  invitations: read<Invitation[]>('/api/admin/team/invitations', 'team', { ...OWNER, also: ['heartbeat'] }),
  readTokens: read<ReadToken[]>('/api/admin/read-tokens', 'read-tokens', OWNER),
  oidc: read<OidcAnswer>('/api/oidc', 'none'),
  audit: read<AuditPage>('/api/admin/audit', 'none', OWNER),
}
export type ReadName = keyof typeof READS
export const READ_NAMES = Object.keys(READS) as ReadName[]
export type AnswerOf<Name extends ReadName> = NonNullable<(typeof READS)[Name]['answer']>

export type Asked = { id?: string; query?: Readonly<Record<string, string>> }

export const LIVE_PATH = '/api/admin/live'

export const keyOf = (name: ReadName, { id = '', query = {} }: Asked = {}) => [name, id, query] as const
export const queriesNamed = (name: ReadName) => ({ queryKey: [name] })

export const urlOf = (name: ReadName, { id = '', query = {} }: Asked): string => {
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  return `${READS[name].path.replace(':id', encodeURIComponent(id))}${asked.size > 0 ? `?${asked}` : ''}`
}

export const fetchRead = <Name extends ReadName>(
  name: Name,
  asked: Asked,
  signal: AbortSignal,
): Promise<AnswerOf<Name>> => request('GET', urlOf(name, asked), undefined, {}, signal)

export const readsAfter = (topics: readonly string[]): ReadName[] =>
  READ_NAMES.filter(name =>
    [READS[name].topic, ...(READS[name].also ?? [])].some(one => topics.includes(one)),
  )
