/** The tag for other websites, built into t.js. The server deduplicates its events and corrects their times. */
import type { EventInput } from '@firsttouch/ingest/events'
import { clickNames } from './track/ad-click.ts'
import { repairLink } from './track/link.ts'
import { EVENTS_URL } from './track/post.ts'
import { arrivalUtm } from './track/utm.ts'

/** The tag shares local storage with the website that embeds it, so every key has a prefix. */
const OWN = 'firsttouch_'
const SESSION = `${OWN}session`
const TOUCH = `${OWN}touch`
const CONSENT = `${OWN}consent`
const EVENT = `${OWN}event:`
const HANDOVER = 'firsttouch'
/** Keeps the body far below a beacon's limit of 64 KiB. */
const MOST_EVENTS = 20
const MOST_HELD = 20
const LONGEST_DELAY_MS = 300_000

type Fields = Record<string, unknown>
type Tag = { (name: string, ...values: unknown[]): void; q?: unknown[][] }

const script = document.currentScript as HTMLScriptElement
const site = new URL(script.src).origin
const url = site + EVENTS_URL
const own = window as { firsttouch?: Tag }
let store: Record<string, string> = {}
try {
  store = localStorage as never
} catch {}

const random = (pattern: string, base: number) =>
  pattern.replace(/x/g, () => ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) % base).toString(base))

const { host, origin } = location
const arrival = { ...repairLink(location.search, location.hash), host, referrer: document.referrer }
const refused =
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl || navigator.doNotTrack === '1'
let isAllowed: boolean | undefined = refused
  ? false
  : ({ granted: true, denied: false }[store[CONSENT] as 'granted'] ??
    (script.dataset.consent === 'required' ? undefined : true))
const held: (() => void)[] = []
let page = ''

const touch = (): Fields => {
  store[TOUCH] ||= JSON.stringify({
    ...arrivalUtm(arrival),
    referrer: clean(arrival.referrer),
    clickIds: clickNames(arrival.search),
    timestamp: Date.now(),
  })
  return JSON.parse(store[TOUCH])
}
const session = (): string => {
  store[SESSION] ||= `utm_${Date.now()}_${random('xxxxxxxxxxxx', 36)}`
  return store[SESSION]
}
const clean = (address: string) => address.split(/[?#]/)[0]?.slice(0, 2048)

const record = (type: EventInput['type'], fields: () => Fields) => {
  const now = Date.now()
  const add = () => {
    const time = now.toString(16).padStart(12, '0')
    const id = `${time.slice(0, 8)}-${time.slice(8)}-7${random('xxx-8xxx-xxxxxxxxxxxx', 16)}`
    touch()
    const common = {
      type,
      id,
      occurredAt: new Date(now),
      sessionId: session(),
      userAgent: navigator.userAgent.slice(0, 1024),
    }
    store[EVENT + id] = JSON.stringify({ ...common, pagePath: page, ...fields() })
    setTimeout(send)
  }
  if (isAllowed) add()
  else if (isAllowed === undefined && held.length < MOST_HELD) held.push(add)
}

let delay = 1_000
let isSending = false
const waiting = () =>
  Object.keys(store)
    .filter(key => key.startsWith(EVENT))
    .sort()
    .slice(0, MOST_EVENTS)
const bodyOf = (keys: string[]) =>
  `{"sentAt":"${new Date().toISOString()}","events":[${keys.map(key => store[key])}]}`
/** Events stay in storage until the server answers. Each failure doubles the back-off. */
const send = async () => {
  const keys = waiting()
  if (isSending || !keys[0]) return
  isSending = true
  const status = await fetch(url, { method: 'POST', body: bodyOf(keys) }).then(
    answer => answer.status,
    () => 500,
  )
  isSending = false
  if (status > 499 || status === 429) {
    delay = Math.min(LONGEST_DELAY_MS, 2 * delay)
    setTimeout(send, Math.random() * delay)
  } else {
    for (const key of keys) delete store[key]
    send()
  }
}

const calls: Record<string, (...values: never[]) => void> = {
  visit: (path = location.pathname) => {
    const before = page && origin + page
    page = clean(path) ?? ''
    record('visit', () => ({
      ...arrivalUtm(before ? { host, search: '', referrer: '' } : arrival),
      ...(!before && { clickIds: clickNames(arrival.search), linkFaults: arrival.linkFaults }),
      referrer: before || clean(arrival.referrer),
      host,
    }))
  },
  conversion: (conversionType: string, extras?: Fields) =>
    record('conversion', () => ({ ...extras, conversionType, firstTouchUtm: touch() })),
  consent: (answer: string) => {
    if (refused) return
    store[CONSENT] = answer
    isAllowed = answer === 'granted'
    for (const add of held.splice(0)) if (isAllowed) add()
    if (!isAllowed) forget()
  },
}
const forget = () => {
  for (const key of Object.keys(store)) if (key.startsWith(OWN) && key !== CONSENT) delete store[key]
}
const tag: Tag = (name, ...values) => {
  try {
    calls[name]?.(...(values as never[]))
  } catch (error) {
    console.warn(error)
  }
}

const early = own.firsttouch?.q ?? []
own.firsttouch = tag
if (isAllowed === false) forget()
const seen = () => {
  if (document.visibilityState === 'hidden') {
    const keys = waiting()
    if (keys[0]) navigator.sendBeacon(url, bodyOf(keys))
  } else if (page) send()
  else {
    tag('visit')
    for (const [name, ...values] of early) tag(name as string, ...values)
  }
}
addEventListener('visibilitychange', seen)
addEventListener('online', send)
addEventListener('pageshow', ({ persisted }) => persisted && tag('visit'))
seen()
send()

/** Adds the session to links to our site only. On our site, `track/handover.ts` reads it. */
for (const press of ['click', 'auxclick'])
  addEventListener(
    press,
    ({ target }) => {
      const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]')
      if (link?.origin !== site || !isAllowed) return
      const to = new URL(link.href)
      const now = { sessionId: session(), now: Date.now() }
      to.searchParams.set(HANDOVER, JSON.stringify({ ...touch(), ...now }))
      // Leave out the first touch in long addresses. Browsers, proxies and servers accept at least 2,000 characters.
      if (to.href.length > 2_000) to.searchParams.set(HANDOVER, JSON.stringify(now))
      link.href = to.href
    },
    true,
  )
