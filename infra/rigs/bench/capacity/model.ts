/** Predicts many processes from the measured costs of one, by the laws of open queueing networks. */

/** µs of a core an event, by service. */
export type Demands = { ingest: number; log: number; projector: number; clickhouse: number }
/** Cores by service. A projector process uses one core and needs its own partition. */
export type Cores = Demands

const PLACES = ['ingest', 'log', 'projector', 'clickhouse'] as const
export type Place = (typeof PLACES)[number]

/** Highest utilisation of a core. Above it, waiting times grow much faster than the load. */
export const BUSY = 0.7

/** Events/s at which `cores` cores reach the utilisation `BUSY`. */
export const rateOf = (demandUs: number, cores: number): number => (BUSY * cores * 1_000_000) / demandUs

/** The bottleneck: the service that reaches `BUSY` first, and the events/s at which it does. */
export const bindsFirst = (demands: Demands, cores: Cores): { place: Place; rate: number } => {
  const rates = PLACES.map(place => ({ place, rate: rateOf(demands[place], cores[place]) }))
  return rates.reduce((least, next) => (next.rate < least.rate ? next : least))
}

export const coresFor = (demandUs: number, rate: number): number => Math.ceil((rate * demandUs) / 1e6 / BUSY)

/** Erlang C: the share of requests that must wait when `offered` of `cores` cores are busy on average. */
export const shareThatWaits = (cores: number, offered: number): number => {
  if (offered >= cores) return 1
  // Erlang B by recurrence, which avoids large factorials.
  let blocked = 1
  for (let n = 1; n <= cores; n++) blocked = (offered * blocked) / (n + offered * blocked)
  return blocked / (1 - (offered / cores) * (1 - blocked))
}

/** p99 of the wait for a core, in ms (M/M/c). A request takes `serviceUs`. */
export const waitP99 = (serviceUs: number, cores: number, perSecond: number): number => {
  const offered = (perSecond * serviceUs) / 1e6
  if (offered >= cores) return Number.POSITIVE_INFINITY
  const waits = shareThatWaits(cores, offered)
  return waits <= 0.01 ? 0 : (Math.log(waits / 0.01) * serviceUs) / 1_000 / (cores - offered)
}
