import { z } from 'zod'
import { instant } from './fields/instant.ts'
import { line } from './fields/text.ts'

export const SCOPES = ['figures', 'figures_and_leads'] as const
export type Scope = (typeof SCOPES)[number]

export const readTokenRequest = z.strictObject({
  name: line('Name is required', 100),
  scope: z.enum(SCOPES, `Scope must be one of ${SCOPES.join(', ')}`),
})

export const readToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(SCOPES),
  createdBy: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** False if the account that created the token was disabled or is no longer an owner. */
  works: z.boolean(),
})
export type ReadToken = z.input<typeof readToken>
export type StoredToken = z.output<typeof readToken>
/** Only this answer contains `token`. */
export const newReadToken = readToken.extend({ token: z.string() })
export type NewReadToken = z.input<typeof newReadToken>
