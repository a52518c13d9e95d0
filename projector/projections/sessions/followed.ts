/** What is known of one session, as `session.ts` finds it in SQL, kept up to date by each event that is added. */
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { minuteOfTime } from '../rollup.ts'
import type { SessionEvent } from '../session-events.ts'

/** Minutes in seconds since 1970, all other times in milliseconds; the parts are named in `session.ts`. */
export type Followed = {
  acts: Act[]
  start?: Start
  began?: number
  touch?: Touch
  campaigns: [campaign: string, first: number][]
  exposures: Exposure[]
  conversions: [type: string, test: string, last: number][]
}
type Act = [type: string, minute: number, source: string, campaign: string, n: number]
type Start = [
  noVisit: number,
  at: number,
  page: string,
  device: string,
  browser: string,
  source: string,
  campaign: string,
]
type Touch = [at: number, source: string, campaign: string]
type Exposure = [test: string, variant: string, first: number, several: boolean]

export const nothingYet = (): Followed => ({ acts: [], campaigns: [], exposures: [], conversions: [] })

/** How many parts it has: what a further event costs grows with them. */
export const sizeOf = ({ acts, campaigns, exposures, conversions }: Followed): number =>
  acts.length + campaigns.length + exposures.length + conversions.length

/** `n` events of a human that are alike. */
export const follow = (session: Followed, event: SessionEvent, n = 1): void => {
  const { kind } = event
  if (kind === 'visit' || kind === 'conversion') act(session, event, n)
  if (kind === 'visit') visit(session, event)
  if (kind === 'exposure') expose(session.exposures, event)
  if (kind === 'conversion' || kind === 'test_conversion') convert(session.conversions, event)
}

const act = (session: Followed, event: SessionEvent, n: number): void => {
  const { kind, at, page, device, browser, utm_source: source, utm_campaign: campaign } = event
  const minute = minuteOfTime(at)
  const same = session.acts.find(
    one => one[0] === kind && one[1] === minute && one[2] === source && one[3] === campaign,
  )
  if (same) same[4] += n
  else session.acts.push([kind, minute, source, campaign, n])
  const start: Start = [kind === 'visit' ? 0 : 1, at, page, device, browser, source, campaign]
  if (!session.start || isBefore(start, session.start)) session.start = start
  session.began = Math.min(session.began ?? at, at)
}

const visit = (session: Followed, { at, utm_source: source, utm_campaign: campaign }: SessionEvent): void => {
  const touch: Touch = [at, source, campaign]
  if (!session.touch || isBefore(touch, session.touch)) session.touch = touch
  if (campaign === '') return
  const known = session.campaigns.find(([name]) => name === campaign)
  if (known) known[1] = Math.min(known[1], at)
  else session.campaigns.push([campaign, at])
}

const expose = (exposures: Exposure[], { at, test_name: test, variant }: SessionEvent): void => {
  const known = exposures.find(([name]) => name === test)
  if (!known) {
    exposures.push([test, variant, at, false])
    return
  }
  if (variant !== known[1]) known[3] = true
  if (isBefore([at, variant], [known[2], known[1]])) [known[1], known[2]] = [variant, at]
}

const convert = (conversions: Followed['conversions'], event: SessionEvent): void => {
  const { at, conversion_type: type } = event
  if (!isConversionType(type)) return
  const test = event.kind === 'conversion' ? '' : event.test_name
  const known = conversions.find(one => one[0] === type && one[1] === test)
  if (known) known[2] = Math.max(known[2], at)
  else conversions.push([type, test, at])
}

const isConversionType = (type: string): boolean => (CONVERSION_TYPES as readonly string[]).includes(type)

export const landingVariantOf = ({ exposures }: Followed): string =>
  exposures.find(([test]) => test === LANDING_PAGE.name)?.[1] ?? ''

/** As `convertedSince` of `session.ts`. */
export const convertedFrom = ({ conversions }: Followed, time: number, test: string): number =>
  conversions
    .filter(([, of, last]) => last >= time && (of === '' || of === test))
    .reduce((bits, [type]) => bits | (1 << (CONVERSION_TYPES as readonly string[]).indexOf(type)), 0)

/** Texts by their bytes, as the engine compares them. */
const isBefore = (one: (string | number)[], other: (string | number)[]): boolean => {
  const at = one.findIndex((value, i) => value !== other[i])
  const [mine, theirs] = [one[at], other[at]]
  if (typeof mine === 'number' && typeof theirs === 'number') return mine < theirs
  return at !== -1 && Buffer.compare(Buffer.from(String(mine)), Buffer.from(String(theirs))) < 0
}
