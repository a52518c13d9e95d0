/** Ways to break each browser API that the tracker uses, before the page's first script. */
import type { Page } from 'playwright-core'

const script = (code: string): string =>
  `(() => { const refuse = () => { throw new TypeError('broken by the test') }
  const broken = (owner, name, value) => Object.defineProperty(owner, name, { configurable: true, ...value })
  ${code} })()`

const throwing = (owner: string, name: string) => script(`broken(${owner}, '${name}', { get: refuse })`)
const missing = (owner: string, name: string) => script(`broken(${owner}, '${name}', { value: undefined })`)
const calling = (owner: string, name: string) => script(`broken(${owner}, '${name}', { value: refuse })`)
const events = (answer: string) =>
  script(`const ask = window.fetch
  window.fetch = (...request) => String(request[0]).includes('/api/analytics') ? (${answer}) : ask(...request)`)

export const BROKEN: readonly (readonly [what: string, script: string])[] = [
  ['local storage that is forbidden', throwing('window', 'localStorage')],
  ['no local storage', missing('window', 'localStorage')],
  ['storage that is full', calling('Storage.prototype', 'setItem')],
  ['storage that cannot be read', calling('Storage.prototype', 'getItem')],
  ['storage that cannot delete', calling('Storage.prototype', 'removeItem')],
  ['session storage that is forbidden', throwing('window', 'sessionStorage')],
  ['no random numbers', calling('Crypto.prototype', 'getRandomValues')],
  ['no crypto', missing('window', 'crypto')],
  ['events that cannot be sent', events('refuse()')],
  ['events that are refused by an ad blocker', events(`Promise.reject(new TypeError('blocked'))`)],
  ['events that are never answered', events('new Promise(() => {})')],
  ['events that get an unexpected answer', events('Promise.resolve({})')],
  ['no beacons', missing('Navigator.prototype', 'sendBeacon')],
  ['beacons that throw', calling('Navigator.prototype', 'sendBeacon')],
  ['no locks', missing('Navigator.prototype', 'locks')],
  ['locks that throw', calling('LockManager.prototype', 'request')],
  [
    'locks that are refused',
    script(
      `broken(LockManager.prototype, 'request', { value: () => Promise.reject(new TypeError('broken')) })`,
    ),
  ],
  ['no URL.parse', script('delete URL.parse; delete URL.canParse')],
  ['no URLSearchParams', missing('window', 'URLSearchParams')],
  ['no AbortSignal.timeout', missing('AbortSignal', 'timeout')],
  ['no AbortSignal', missing('window', 'AbortSignal')],
  ['no TextEncoder', missing('window', 'TextEncoder')],
  ['a referrer that cannot be read', throwing('Document.prototype', 'referrer')],
  ['a referrer that is not a URL', script(`broken(document, 'referrer', { value: 'https://%' })`)],
  ['no user agent', missing('Navigator.prototype', 'userAgent')],
  ['a user agent that cannot be read', throwing('Navigator.prototype', 'userAgent')],
  [
    'a Global Privacy Control signal that cannot be read',
    throwing('Navigator.prototype', 'globalPrivacyControl'),
  ],
  ['a Do Not Track setting that cannot be read', throwing('Navigator.prototype', 'doNotTrack')],
]

export const breakBrowser = (page: Page, code: string): Promise<unknown> => page.addInitScript(code)
