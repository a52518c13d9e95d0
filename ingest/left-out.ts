/** Finds events that reports exclude: those of staff, of listed networks and of automated sessions. The log stores the reason. */
import { BlockList } from 'node:net'
import { addressOf } from '@firsttouch/infra/platform/network'
import type { IsBurst } from './bursts.ts'
import { isDataCentre } from './data-centres.ts'
import type { LoggedEvent } from './events.ts'
import { INTERNAL_COOKIE } from './internal-cookie.ts'

const MARKS = ['login', 'opt_out'].map(how => [how, `; ${INTERNAL_COOKIE}=${how};`] as const)

type Request = { ip: string; cookie?: string | undefined; userAgent: string }
/** The value of `bot` in the log entry, if `botReason` finds no bot. Empty if reports include the events. */
export type WhyLeftOut = (request: Request, events: readonly LoggedEvent[]) => string

/** `isInternal` is true for addresses in the internal networks of the settings. */
export const openLeftOut =
  (isInternal: (ip: string) => boolean, isBurst: IsBurst = () => false): WhyLeftOut =>
  ({ ip, cookie = '', userAgent }, events) => {
    const [marked] = MARKS.find(([, mark]) => `; ${cookie};`.includes(mark)) ?? []
    if (marked) return `internal_${marked}`
    if (isInternal(ip)) return 'internal_network'
    if (isDataCentre(ip)) return 'suspicious_data_center'
    return isBurst(ip, userAgent, events) ? 'suspicious_burst' : ''
  }

/** One address or network on each line. Skips invalid lines. */
export const networkList = (text: string): ((ip: string) => boolean) => {
  const list = new BlockList()
  for (const line of text.split('\n')) {
    const [text = '', bits] = line.trim().split('/')
    const address = addressOf(text)
    const whole = address?.kind() === 'ipv4' ? 32 : 128
    if (address) list.addSubnet(address.toString(), Number(bits ?? whole), address.kind())
  }
  return ip => {
    const address = addressOf(ip)
    return address !== undefined && list.check(address.toString(), address.kind())
  }
}
