import type { AddressInfo } from 'node:net'
import type { RecoveryCodes, TotpAnswer } from '@firsttouch/api/contract/account'
import { TOTP } from 'otpauth'
import type { ApiConfig } from '../app.ts'
import { addStaff, later, openTestApi, resetStaff, STAFF } from './api.ts'
import { openAuthenticator } from './authenticator.ts'

export const GRACE = { username: 'grace', password: 'eleven purple kites' }

type Answer = {
  status: number
  body: {
    detail?: string
    code?: string
    issues?: { path: string; message: string }[]
    username?: string
    challenge: string
  }
  headers: Headers
}

/** Opens the API on a port, with the accounts of Ada and Grace. */
export const openAccounts = async (config: Partial<ApiConfig> = {}) => {
  const api = await openTestApi(config)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const url = `http://localhost:${port}`

  const openBrowser = (
    userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36',
  ) => {
    const cookies = new Map<string, string>()
    const call = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/admin/${path}`, {
        method,
        headers: {
          'user-agent': userAgent,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await answer.text()
      return { status: answer.status, body: text ? JSON.parse(text) : {}, headers: answer.headers }
    }
    return {
      cookies,
      call,
      logIn: (who: object = STAFF) => call('POST', 'login', who),
      /** 200 if logged in, otherwise 401. */
      session: async () => (await call('GET', 'session')).status,
    }
  }
  const loggedIn = async (who: object = STAFF) => {
    const browser = openBrowser()
    const { status, body } = await browser.logIn(who)
    if (status !== 200) throw new Error(`The login was answered ${status}: ${body.detail}`)
    return browser
  }
  type Browser = Awaited<ReturnType<typeof loggedIn>>

  /** Enables an authenticator app with its first code. */
  const addApp = async (browser: Browser) => {
    const { secret } = (await browser.call('POST', 'account/totp', {})).body as unknown as TotpAnswer
    const codeAt = (shiftMs = 0) =>
      new TOTP({ secret }).generate({ timestamp: api.clock.now.getTime() + shiftMs })
    const { status, body } = await browser.call('POST', 'account/totp/confirm', { code: codeAt() })
    if (status !== 200) throw new Error(`The app was answered ${status}: ${body.detail}`)
    const { recoveryCodes } = body as unknown as RecoveryCodes
    later(api.clock, 60_000)
    return { secret, codeAt, recoveryCodes }
  }
  const addPasskey = async (browser: Browser) => {
    const device = openAuthenticator(`http://127.0.0.1:${port}`)
    const { body: options } = await browser.call('POST', 'account/passkeys/options', {})
    const passkey = device.create(options)
    return { device, answer: await browser.call('POST', 'account/passkeys', { passkey }) }
  }
  const challenge = async () => (await openBrowser().call('POST', 'login/passkey/options', {})).body

  return {
    ...api,
    ...{ url, origin: `http://127.0.0.1:${port}`, openBrowser, loggedIn, addApp, addPasskey, challenge },
    reset: async () => {
      await resetStaff(api)
      await addStaff(api.sql, GRACE)
    },
    /** Audit entries of logins and of this account, oldest first. */
    noted: async () => {
      const rows = await api.sql<{ action: string; actor: string; detail: Record<string, unknown> }[]>`
        SELECT action, actor, detail FROM audit_log ORDER BY id`
      return rows.map(({ action, actor, detail }) => ({ action, actor, detail }))
    },
  }
}
export type Accounts = Awaited<ReturnType<typeof openAccounts>>
