/** How many events one network may send a minute. Counted in this process's memory: an address is never written down. */
import { Refusal } from '@firsttouch/infra/http'
import { isOwnMachine, networkKey } from '@firsttouch/infra/network'

/** Counts the events; throws a Refusal (429) once the network has had its minute's share. */
export type FloodLimit = (ip: string, events: number) => void

const MINUTE_MS = 60_000
const DEFAULT_PER_MINUTE = 600
/** Beyond so many networks a minute, new ones are let through uncounted: memory is bounded, visitors come first. */
const MAX_NETWORKS = 100_000

/** The limit that the environment asks for; undefined for none. */
export const floodLimit = (perMinute: number | undefined): FloodLimit | undefined => {
  if (perMinute === 0) return undefined
  if (perMinute !== undefined) return openFloodLimit(perMinute)
  const limit = openFloodLimit(DEFAULT_PER_MINUTE)
  return (ip, events) => isOwnMachine(ip) || limit(ip, events)
}

/** What a network sends last may go beyond its share: a batch larger than the rest of it would otherwise never pass. */
export const openFloodLimit = (perMinute: number, clock: () => number = Date.now): FloodLimit => {
  let counts = new Map<string, number>()
  let minute = 0
  return (ip, events) => {
    const now = clock()
    const current = Math.floor(now / MINUTE_MS)
    if (current !== minute) [counts, minute] = [new Map(), current]
    const key = networkKey(ip)
    const before = counts.get(key) ?? 0
    if (before >= perMinute) throw tooMany(Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000))
    if (before > 0 || counts.size < MAX_NETWORKS) counts.set(key, before + events)
  }
}

const tooMany = (seconds: number): Refusal =>
  new Refusal(429, 'Too many events came from this network. Send them again later.', undefined, {
    'retry-after': String(seconds),
  })
