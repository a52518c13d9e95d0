/** What a browser does for a passkey. Its code is fetched with the first click. */
import type { RecoveryCodes } from '@firsttouch/api/contract/account'
import { ApiError } from '../../api.ts'
import { readFailure } from '../data/failures.ts'
import { adminCall } from '../data/writes.ts'

/** False without https, also for this machine's own address as numbers. */
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

/** The answer of one of this account's passkeys, for a login. */
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
  if (name === 'InvalidStateError') return 'This device has a passkey of your account already.'
  if (name === 'SecurityError')
    return 'Passkeys need a name in the address bar: open the dashboard at its https address, or at localhost.'
  return 'No passkey came from your device. Please try again.'
}
