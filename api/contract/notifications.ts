import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { FIRST_DAY, LAST_DAY } from './fields/days.ts'
import { email } from './fields/text.ts'

export const KINDS = ['lead', 'trial', 'onboarding', 'verdict', 'split_broken', 'alarm', 'digest'] as const
export type Kind = (typeof KINDS)[number]
export const CHANNELS = ['email', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]

const NO_ADDRESS = 'Write an e-mail address, such as ada@example.com'
const address = email(NO_ADDRESS)

/** Without an address, `kinds` has no effect. */
export const notificationChoice = z.strictObject({
  email: z
    .string({ error: NO_ADDRESS })
    .overwrite(cleanLine)
    .refine(text => text === '' || address.safeParse(text).success, NO_ADDRESS),
  kinds: z
    .array(z.enum(KINDS, { error: `Each kind must be one of ${KINDS.join(', ')}` }))
    .max(KINDS.length)
    .refine(kinds => new Set(kinds).size === kinds.length, 'Name each kind once'),
})
export type NotificationChoice = z.infer<typeof notificationChoice>

/** `reason` is the newest error of a waiting or failed message. `oldestAt` is null if no message is waiting. */
const channelState = z.object({
  channel: z.enum(CHANNELS),
  /** Host and port of the mail server, or the webhook's host. null if the channel is disabled. */
  through: z.string().nullable(),
  lastSentAt: z.iso.datetime().nullable(),
  sent: z.int(),
  waiting: z.int(),
  oldestAt: z.iso.datetime().nullable(),
  failed: z.int(),
  reason: z.string(),
})
export type ChannelState = z.infer<typeof channelState>

const failedNotification = z.object({
  id: z.uuid(),
  channel: z.enum(CHANNELS),
  kind: z.enum(KINDS),
  /** E-mail address. Empty for the webhook. */
  to: z.string(),
  happenedAt: z.iso.datetime(),
  tries: z.int(),
  reason: z.string(),
})

export const notificationsAnswer = z.object({
  own: notificationChoice,
  /** Kinds of notifications that no staff member chose. They go to the addresses in NOTIFY_TO. */
  fallback: z.object({ addresses: z.array(z.string()), kinds: z.array(z.enum(KINDS)) }),
  channels: z.array(channelState),
  /** The newest 20 messages whose delivery failed for good. */
  failures: z.array(failedNotification),
  alarms: z.array(z.object({ name: z.string(), sentence: z.string(), since: z.iso.datetime() })),
})
export type Notifications = z.infer<typeof notificationsAnswer>

/** The answer's `count` covers leads after `since` and up to `at`, without spam. It is 0 if `since` is missing. */
export const newLeadsQuery = z.object({
  since: z.iso
    .datetime({ error: 'since must be a time such as 2026-03-01T12:00:00.000Z', abort: true })
    .refine(
      time => time >= FIRST_DAY && time.slice(0, 10) <= LAST_DAY,
      `since must be a time from ${FIRST_DAY} to ${LAST_DAY}`,
    )
    .optional(),
})
export const newLeads = z.object({ count: z.int(), at: z.iso.datetime() })
export type NewLeads = z.infer<typeof newLeads>

export const testRequest = z.strictObject({ channel: z.enum(CHANNELS) })
/** `said` is one sentence on the outcome. */
export const testAnswer = z.object({ arrived: z.boolean(), said: z.string() })
export type TestAnswer = z.infer<typeof testAnswer>
