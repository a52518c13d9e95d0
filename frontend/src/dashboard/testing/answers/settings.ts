/** Settings of the operator and of staff, and the pipeline's state. */
import type { AccountFactors, AccountSessions } from '@firsttouch/api/contract/account'
import type { DomainConfig, SiteConfig } from '@firsttouch/api/contract/config'
import type { ConversionSettings } from '@firsttouch/api/contract/conversions/settings'
import type { InternalTraffic } from '@firsttouch/api/contract/internal-traffic'
import type { Notifications } from '@firsttouch/api/contract/notifications'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import type { ReadToken } from '@firsttouch/api/contract/read-tokens'
import type { SessionAnswer } from '@firsttouch/api/contract/session'
import type { TagState } from '@firsttouch/api/contract/tag'
import type { Invitation, Member } from '@firsttouch/api/contract/team'
import { idOf } from './answers.ts'

export const SESSION: SessionAnswer = { username: 'ada', role: 'owner', timeZone: 'Europe/London' }
export const FACTORS: AccountFactors = {
  ...{ required: false, totp: true, recoveryCodesLeft: 9 },
  passkeys: [
    {
      ...{ id: idOf(61), name: 'Chrome on Windows', createdAt: '2026-03-01T08:00:00.000Z' },
      lastUsedAt: '2026-03-29T07:00:00.000Z',
    },
  ],
}
export const SESSIONS: AccountSessions = [
  {
    ...{ id: idOf(62), browser: 'Chrome on Windows', network: '203.0.113.0/24', current: true },
    ...{ createdAt: '2026-03-29T07:00:00.000Z', lastUsedAt: '2026-03-29T11:59:00.000Z' },
  },
  {
    ...{ id: idOf(63), browser: 'Safari on iOS', network: '2001:db8:1::/48', current: false },
    ...{ createdAt: '2026-03-29T09:00:00.000Z', lastUsedAt: '2026-03-29T11:45:00.000Z' },
  },
]
export const DOMAIN: DomainConfig = { domain: 'https://www.example.com' }

export const TEAM: Member[] = [
  {
    ...{ id: idOf(91), username: 'ada', role: 'owner', disabled: false },
    ...{ createdAt: '2026-03-01T08:00:00.000Z', lastLoginAt: '2026-03-29T08:00:00.000Z' },
  },
  {
    ...{ id: idOf(92), username: 'ben', role: 'staff', disabled: true },
    ...{ createdAt: '2026-03-02T08:00:00.000Z', lastLoginAt: null },
  },
]
export const INVITATIONS: Invitation[] = [
  { username: 'vera', role: 'viewer', createdBy: 'ada', expiresAt: '2026-03-30T10:00:00.000Z' },
]
export const READ_TOKENS: ReadToken[] = [
  {
    ...{ id: idOf(95), name: 'Budget sheet', scope: 'figures', createdBy: 'ada', works: true },
    ...{ createdAt: '2026-03-02T08:00:00.000Z', lastUsedAt: '2026-03-29T05:00:00.000Z' },
  },
  {
    ...{ id: idOf(96), name: 'Old CRM', scope: 'figures_and_leads', createdBy: 'ben', works: false },
    ...{ createdAt: '2026-03-03T08:00:00.000Z', lastUsedAt: null },
  },
]

export const INTERNAL_TRAFFIC: InternalTraffic = {
  networks: '203.0.113.0/24\n198.51.100.7',
  yours: '198.51.100.9',
}

export const TAG: TagState = {
  hosts: [
    { host: 'shop.example.com', step: 'event', at: '2026-03-29T11:00:00.000Z' },
    { host: 'blog.example.com', step: 'nothing', at: null },
  ],
  strangers: [{ host: 'copy.example', at: '2026-03-29T10:00:00.000Z' }],
}

export const SITE: SiteConfig = {
  ...{ siteUrl: 'https://www.example.com', chatNumber: '447700900000', supportEmail: 'help@example.com' },
  paymentLinks: { regional: '', national: '', enterprise: '' },
  ...{ adsManagerId: '', videoUrl: '', consentMode: 'required' },
}

export const CONVERSIONS: ConversionSettings = {
  ...{ clickIds: true, currency: 'GBP' },
  rules: [
    { kind: 'qualified', isOffered: true, name: 'Good lead', value: '49.50' },
    { kind: 'closed', isOffered: true, name: 'Sale', value: '' },
    { kind: 'onboarding', isOffered: false, name: 'Customer', value: '10' },
  ],
  offered: [
    { platform: 'google-ads', ready: 21, tooOld: 4 },
    { platform: 'microsoft-advertising', ready: 1, tooOld: 0 },
  ],
  credentials: [
    {
      ...{ id: idOf(71), platform: 'google-ads', username: 'ads-fetcher', createdBy: 'ada' },
      ...{ createdAt: '2026-03-02T08:00:00.000Z', lastUsedAt: '2026-03-29T05:00:00.000Z' },
    },
    {
      ...{ id: idOf(72), platform: 'microsoft-advertising', username: 'bing-fetcher', createdBy: 'ben' },
      ...{ createdAt: '2026-03-03T08:00:00.000Z', lastUsedAt: null },
    },
  ],
}

export const NOTIFICATIONS: Notifications = {
  own: { email: 'ada@example.com', kinds: ['lead'] },
  fallback: { addresses: ['desk@example.com'], kinds: ['digest'] },
  channels: [
    {
      ...{ channel: 'email', through: 'mail.example.com:465', sent: 1204, waiting: 2, failed: 3 },
      ...{ lastSentAt: '2026-03-29T10:00:00.000Z', oldestAt: '2026-03-29T10:30:00.000Z' },
      reason: 'The mailbox is full.',
    },
    {
      ...{ channel: 'webhook', through: null, sent: 0, waiting: 0, failed: 0, reason: '' },
      ...{ lastSentAt: null, oldestAt: null },
    },
  ],
  failures: [
    {
      ...{ id: idOf(81), channel: 'email', kind: 'trial', to: 'ben@example.com', tries: 9 },
      ...{ happenedAt: '2026-03-28T09:00:00.000Z', reason: 'No such mailbox.' },
    },
    {
      ...{ id: idOf(82), channel: 'webhook', kind: 'lead', to: '', tries: 1 },
      ...{ happenedAt: '2026-03-28T10:00:00.000Z', reason: 'It answered 410.' },
    },
  ],
  alarms: [
    {
      ...{ name: 'No backup', sentence: 'The last copy is two days old.' },
      since: '2026-03-29T06:00:00.000Z',
    },
  ],
}

const account = (accepted: number, human: number, bot: number, tests: number) => ({
  ...{ accepted, uniqueHuman: human, uniqueBot: bot, testEvents: tests },
  ...{ projected: accepted - 5, duplicates: 6, deadLetters: 5, balanced: true },
})

export const ACCOUNTING: PipelineAccounting = {
  ...{
    asOf: '2026-03-29T11:59:30.000Z',
    balanced: true,
    idConflicts: 0,
    total: account(4001, 3611, 372, 41),
  },
  types: [
    { type: 'visit', ...account(3001, 2700, 283, 29) },
    { type: 'unknown', ...account(0, 0, 0, 0) },
    { type: 'lead_recorded', ...account(77, 59, 0, 0) },
    { type: 'spend_recorded', ...account(0, 0, 0, 0) },
  ],
  inFlight: 2,
  lag: { entries: 2, seconds: 3 },
  deadLetters: [{ reason: 'not_json', entries: 5 }],
  canary: { seenAt: '2026-03-29T11:58:50.000Z' },
  reconciliation: { checkedAt: '2026-03-29T11:30:00.000Z', hours: 24, differences: [] },
  release: { version: '1.0.0', commit: '68cc925' },
}
