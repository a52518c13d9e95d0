/** A member of staff's own account: password, sessions and second factors. */
import { z } from 'zod'
import { instant } from './fields/instant.ts'
import { loginRequest } from './session.ts'

export const passwordChange = z.object({
  current: loginRequest.shape.password,
  next: z.string().min(1, 'A new password is required').max(1024),
})

export const accountSession = z.object({
  id: z.uuid(),
  /** "Chrome on Windows". */
  browser: z.string(),
  /** A whole address is not stored. */
  network: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
})
export const accountSessions = z.array(accountSession)
export type AccountSessions = z.input<typeof accountSessions>

export const accountFactors = z.object({
  /** Whether every member of staff needs a second factor (`STAFF_SECOND_FACTOR`). */
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

/** `otpauthUrl`: what the QR code says to an authenticator app. */
export const totpAnswer = z.object({ secret: z.string(), otpauthUrl: z.string() })
export type TotpAnswer = z.infer<typeof totpAnswer>
export const totpConfirmation = z.object({ code: loginRequest.shape.code.unwrap() })
/** The only time that the codes are shown. Empty where the account has codes that still hold. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** Options of WebAuthn as a browser reads them, made by `@simplewebauthn/server`. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })
export const passkeyAnswer = z.object({ passkey: loginRequest.shape.passkey.unwrap() })
