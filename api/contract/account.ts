import { z } from 'zod'
import { instant } from './fields/instant.ts'
import { loginRequest } from './session.ts'

export const passwordChange = z.object({
  current: loginRequest.shape.password,
  next: z.string().min(1, 'A new password is required').max(1024),
})

const accountSession = z.object({
  id: z.uuid(),
  /** Browser and system from the user agent, such as "Chrome on Windows". */
  browser: z.string(),
  /** Network prefix of the address: /24 of IPv4, /48 of IPv6. */
  network: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
})
export const accountSessions = z.array(accountSession)
export type AccountSessions = z.input<typeof accountSessions>

export const accountFactors = z.object({
  /** True if every staff member needs a second factor (`STAFF_SECOND_FACTOR`). */
  required: z.boolean(),
  totp: z.boolean(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      createdAt: instant,
      lastUsedAt: instant.nullable(),
    }),
  ),
})
export type AccountFactors = z.input<typeof accountFactors>

/** A new TOTP secret (base32), and the same secret as the `otpauth://` URL of the QR code. */
export const totpAnswer = z.object({ secret: z.string(), otpauthUrl: z.string() })
export type TotpAnswer = z.infer<typeof totpAnswer>
export const totpConfirmation = z.object({ code: loginRequest.shape.code.unwrap() })
/** Only this answer shows the codes. Empty after adding a passkey to an account that still has unused codes. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

export const passkeyOptions = z.looseObject({ challenge: z.string() })
export const passkeyAnswer = z.object({ passkey: loginRequest.shape.passkey.unwrap() })
