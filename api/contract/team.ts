import { z } from 'zod'
import { instant } from './fields/instant.ts'
import { ROLES } from './roles.ts'
import { loginRequest } from './session.ts'

const role = z.enum(ROLES, `Role must be one of ${ROLES.join(', ')}`)

const member = z.object({
  id: z.uuid(),
  username: z.string(),
  role,
  disabled: z.boolean(),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
})
export type Member = z.input<typeof member>
export type StoredMember = z.output<typeof member>

export const team = z.array(member)

export const memberPatch = z
  .strictObject({ role: role.optional(), disabled: z.boolean('disabled must be true or false').optional() })
  .refine(({ role, disabled }) => role !== undefined || disabled !== undefined, 'Send role or disabled')
export type MemberPatch = z.output<typeof memberPatch>

export const invitationRequest = z.strictObject({
  username: z
    .string()
    .regex(
      /^[^\s\p{Cc}]{1,255}$/u,
      'A user name can have at most 255 characters, without spaces or control characters',
    ),
  role,
})
export const invitationAnswer = z.object({ url: z.url(), expiresAt: instant })
export type InvitationAnswer = z.input<typeof invitationAnswer>

/** `GET /api/admin/team/invitations`: links that still work. */
const invitation = z.object({ username: z.string(), role, createdBy: z.string(), expiresAt: instant })
export const invitations = z.array(invitation)
export type Invitation = z.input<typeof invitation>

/** `POST /api/invitation`, by the person who has the link. */
export const acceptRequest = z.strictObject({
  token: z.string().min(1, 'The link is incomplete. Copy the whole link').max(200),
  password: loginRequest.shape.password,
})
export const acceptAnswer = z.object({ username: z.string() })
