/** Meta's ad pixel. `load` requests its script. If the script is blocked, events are sent as image requests. */
import type { Touch } from './utm.ts'

export type PixelEvent = 'PageView' | 'InitiateCheckout' | 'Lead' | 'Contact' | 'Purchase'
export type PixelValues = Record<string, string | number>

const SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js'
const IMAGE = 'https://www.facebook.com/tr'
const MAX_WAITING = 20

type Command = readonly unknown[]
/** Meta's global function. It queues its arguments until the script provides `callMethod`. */
type Fbq = {
  (...command: Command): void
  callMethod?: (...command: Command) => void
  queue: Command[]
  push: Fbq
  loaded: boolean
  version: string
}
type PixelPage = { document: Document; fbq?: Fbq; _fbq?: Fbq }

const openFbq = (): Fbq => {
  const fbq = ((...command: Command) => {
    if (fbq.callMethod) fbq.callMethod(...command)
    else fbq.queue.push(command)
  }) as Fbq
  return Object.assign(fbq, { queue: [], push: fbq, loaded: true, version: '2.0' })
}

/** Custom values become cd[name]. */
export const imageAddress = (id: string, event: string, values: PixelValues): string => {
  const query = new URLSearchParams({ id, ev: event, noscript: '1' })
  for (const [name, value] of Object.entries(values)) query.set(`cd[${name}]`, String(value))
  return `${IMAGE}?${query}`
}

export const openPixel = (page: PixelPage, loadImage: (address: string) => void) => {
  let send: ((event: string, values: PixelValues, custom: boolean) => void) | undefined
  const waiting: (() => void)[] = []

  const report = (event: string, values: PixelValues, custom: boolean): void => {
    if (send) send(event, values, custom)
    else if (waiting.length < MAX_WAITING) waiting.push(() => send?.(event, values, custom))
  }
  return {
    load: (id: string): void => {
      if (send) return
      const fbq = openFbq()
      page.fbq = fbq
      page._fbq = fbq
      fbq('init', id)
      send = (event, values, custom) => fbq(custom ? 'trackCustom' : 'track', event, values)
      const script = page.document.createElement('script')
      script.async = true
      script.src = SCRIPT
      script.addEventListener('error', () => {
        send = (event, values) => loadImage(imageAddress(id, event, values))
        for (const [kind, event, values] of fbq.queue)
          if (kind !== 'init') loadImage(imageAddress(id, String(event), values as PixelValues))
      })
      page.document.head.append(script)
      for (const run of waiting.splice(0)) run()
    },
    /** Also sends a copy named UTM_… with the first touch's UTM values, but without its referrer and click ids. */
    track: (event: PixelEvent, values: PixelValues, firstTouch: Touch | undefined): void => {
      report(event, values, false)
      if (firstTouch) report(`UTM_${event}`, { ...values, ...firstTouch, referrer: '', clickIds: '' }, true)
    },
  }
}
export type Pixel = ReturnType<typeof openPixel>
