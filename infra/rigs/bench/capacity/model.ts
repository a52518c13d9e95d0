/** What many processes would do, reckoned from what one was measured to cost: the laws of open queueing networks. */

/** µs of a core that an event takes in each place. */
export type Demands = { ingest: number; log: number; projector: number; clickhouse: number }
/** Cores of each place. A projector is a core, and there are no more of them than partitions. */
export type Cores = Demands

const PLACES = ['ingest', 'log', 'projector', 'clickhouse'] as const
export type Place = (typeof PLACES)[number]

/** Busier than this, a place's queue grows faster than its work. */
export const BUSY = 0.7

/** Events/s at which a place of so many cores is busy for `BUSY` of the time. */
export const rateOf = (demandUs: number, cores: number): number => (BUSY * cores * 1_000_000) / demandUs

/** The place that is full first, and the events/s that the others must not exceed for it. */
export const bindsFirst = (demands: Demands, cores: Cores): { place: Place; rate: number } => {
  const rates = PLACES.map(place => ({ place, rate: rateOf(demands[place], cores[place]) }))
  return rates.reduce((least, next) => (next.rate < least.rate ? next : least))
}

export const coresFor = (demandUs: number, rate: number): number => Math.ceil((rate * demandUs) / 1e6 / BUSY)

/** Erlang's C: the share of those who come that must wait, where `offered` cores of `cores` are busy on average. */
export const shareThatWaits = (cores: number, offered: number): number => {
  if (offered >= cores) return 1
  // Erlang's B by its recurrence, which no factorial makes too large.
  let blocked = 1
  for (let n = 1; n <= cores; n++) blocked = (offered * blocked) / (n + offered * blocked)
  return blocked / (1 - (offered / cores) * (1 - blocked))
}

/** ms that all but one in a hundred wait for a core (M/M/c), of requests that take `serviceUs` each. */
export const waitP99 = (serviceUs: number, cores: number, perSecond: number): number => {
  const offered = (perSecond * serviceUs) / 1e6
  if (offered >= cores) return Number.POSITIVE_INFINITY
  const waits = shareThatWaits(cores, offered)
  return waits <= 0.01 ? 0 : (Math.log(waits / 0.01) * serviceUs) / 1_000 / (cores - offered)
}
