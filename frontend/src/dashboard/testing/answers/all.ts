import type { Answers } from './answers.ts'
import { AUDIT } from './audit.ts'
import { BATCHES, CAMPAIGNS, HISTORY, SPEND, UNKNOWN_TAGS } from './campaigns.ts'
import { CHANGES, DETAILS, PLAN, PLANNED, RUN, RUNNING, STATS } from './experiments.ts'
import {
  ANALYTICS,
  CLICK_FRAUD,
  DEVICES,
  FUNNEL,
  PAGE_SPEED,
  TIMESERIES,
  TRAFFIC_LIST,
  VISITORS_NOW,
} from './figures.ts'
import {
  JOURNEY,
  LEAD_DETAILS,
  LEADS,
  OWNERS,
  REPLY_TIMES,
  SUBMISSION_DETAILS,
  SUBMISSIONS,
} from './people.ts'
import {
  ACCOUNTING,
  CONVERSIONS,
  DOMAIN,
  FACTORS,
  INTERNAL_TRAFFIC,
  INVITATIONS,
  NOTIFICATIONS,
  READ_TOKENS,
  SESSION,
  SESSIONS,
  SITE,
  TAG,
  TEAM,
} from './settings.ts'

export const ANSWERS = {
  ...{ session: SESSION, siteConfig: SITE, domainConfig: DOMAIN, conversions: CONVERSIONS },
  ...{ accountFactors: FACTORS, accountSessions: SESSIONS, internalTraffic: INTERNAL_TRAFFIC, tag: TAG },
  ...{
    notifications: NOTIFICATIONS,
    accounting: ACCOUNTING,
    team: TEAM,
    invitations: INVITATIONS,
    readTokens: READ_TOKENS,
  },
  newLeads: { count: 4, at: '2026-03-29T11:00:00.000Z' },
  ...{ analytics: ANALYTICS, timeseries: TIMESERIES, trafficList: TRAFFIC_LIST, devices: DEVICES },
  pageSpeed: PAGE_SPEED,
  ...{ visitorsNow: VISITORS_NOW, funnel: FUNNEL },
  ...{ campaignHistory: HISTORY, spendBatches: BATCHES },
  ...{ campaigns: CAMPAIGNS, spend: SPEND, unknownTags: UNKNOWN_TAGS, clickFraud: CLICK_FRAUD },
  ...{ leads: LEADS, lead: LEAD_DETAILS, journey: JOURNEY, replyTimes: REPLY_TIMES, leadOwners: OWNERS },
  ...{ onboarding: SUBMISSIONS, submission: SUBMISSION_DETAILS },
  experiments: STATS,
  experimentList: { experiments: [RUNNING, PLANNED] },
  ...{ experimentDetails: DETAILS, experimentChanges: CHANGES, runs: [RUN], plan: PLAN },
  history: { testName: RUNNING.name, points: [] },
  ...{ audit: AUDIT, oidc: { available: false } },
} satisfies Answers
