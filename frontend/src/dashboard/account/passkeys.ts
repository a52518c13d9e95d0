/** Passkeys (WebAuthn). `@simplewebauthn/browser` is loaded on first use. */
import type { RecoveryCodes } from '@firsttouch/api/contract/account'
import { ApiError } from '../../api.ts'
import { readFailure } from '../data/failures.ts'
import { adminCall } from '../data/writes.ts'

/** False if the browser does not offer passkeys, for example over http. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

const loadBrowser = () => import('@simplewebauthn/browser')
type Api = Awaited<ReturnType<typeof loadBrowser>>

export const addPasskey = async (): Promise<RecoveryCodes> => {
  const path = 'account/passkeys'
  type Options = Parameters<Api['startRegistration']>[0]['optionsJSON']
  const optionsJSON = await adminCall<Options>({ method: 'POST', path: `${path}/options`, body: {} })
  const { startRegistration } = await loadBrowser()
  const passkey = await startRegistration({ optionsJSON })
  return adminCall({ method: 'POST', path, body: { passkey } })
}

/** Asks the browser to log in with a passkey. Resolves to the signed response for the server. */
export const askPasskey = async (): Promise<{ id: string }> => {
  type Options = Parameters<Api['startAuthentication']>[0]['optionsJSON']
  const path = 'login/passkey/options'
  const optionsJSON = await adminCall<Options>({ method: 'POST', path, body: {} })
  const { startAuthentication } = await loadBrowser()
  return startAuthentication({ optionsJSON })
}

export const passkeyFailure = (error: unknown): string => {
  if (error instanceof ApiError || error instanceof TypeError) return readFailure(error)
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (name === 'SecurityError')
    return 'Passkeys do not work at an IP address. Open the dashboard by its name, such as https://www.example.com.'
  return 'Your device did not provide a passkey. Please try again.'
}
