import { cleanLine } from '@firsttouch/ingest/text'
import { z } from 'zod'
import { email } from '../fields/text.ts'

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
    .array(z.enum(KINDS, { error: `Kinds are ${KINDS.join(', ')}` }))
    .max(KINDS.length)
    .refine(kinds => new Set(kinds).size === kinds.length, 'Name each kind once'),
})
export type NotificationChoice = z.infer<typeof notificationChoice>
