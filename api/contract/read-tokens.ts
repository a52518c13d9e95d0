/** Read tokens, with which programs read figures. */
import { z } from 'zod'
import { line } from './fields/text.ts'

export const SCOPES = ['figures', 'figures_and_leads'] as const
export type Scope = (typeof SCOPES)[number]

export const readTokenRequest = z.strictObject({
  name: line('Name is required', 100),
  scope: z.enum(SCOPES, `Scope must be one of ${SCOPES.join(', ')}`),
})
export type ReadTokenRequest = z.input<typeof readTokenRequest>

export const readToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(SCOPES),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** False once its creator is disabled or is no longer an owner. */
  works: z.boolean(),
})
export type ReadToken = z.infer<typeof readToken>
/** `token` is in this answer only. */
export const newReadToken = readToken.extend({ token: z.string() })
export type NewReadToken = z.infer<typeof newReadToken>
