/** What the accounting says: a snapshot between two batches, and what came into the log since. */
import { COUNTED_TYPES, type CountedType, type TypeCounts } from '../pipeline/entries/tally.ts'
import type { InFlight } from './in-flight.ts'

export type Snapshot = {
  at: string
  offsets: [partition: number, next: number][]
  /** Entries before these offsets that nobody counted: nothing is known of them but their number. */
  passedOver: number
  accepted: TypeCounts
  projected: TypeCounts
  duplicates: TypeCounts
  conflicts: number
  deadLetters: TypeCounts
  unique: { human: TypeCounts; bot: TypeCounts; tests: TypeCounts }
}

/** Of one type. Everything but what is in flight is as of the snapshot. */
export type Account = {
  accepted: number
  projected: number
  duplicates: number
  uniqueHuman: number
  uniqueBot: number
  /** Of these, the system's own test events. */
  testEvents: number
  deadLetters: number
  inFlight: number
  balanced: boolean
}
export type Balance = {
  asOf: string
  snapshotAt: string
  types: Record<CountedType, Account>
  conflicts: number
  oldestInFlight: string | null
  oldestByPartition: Record<string, string>
}

export const balanceOf = (snapshot: Snapshot, inFlight: InFlight): Balance => {
  const oldest = inFlight.oldest.map(([, at]) => at)
  return {
    asOf: new Date().toISOString(),
    snapshotAt: snapshot.at,
    types: Object.fromEntries(
      COUNTED_TYPES.map(type => [type, accountOf(type, snapshot, inFlight.counts)]),
    ) as Balance['types'],
    conflicts: snapshot.conflicts,
    oldestInFlight: oldest.length === 0 ? null : new Date(Math.min(...oldest)).toISOString(),
    oldestByPartition: Object.fromEntries(
      inFlight.oldest.map(([partition, at]) => [partition, new Date(at).toISOString()]),
    ),
  }
}

const accountOf = (type: CountedType, snapshot: Snapshot, waiting: TypeCounts): Account => {
  const { unique } = snapshot
  const inFlight = waiting[type] ?? 0
  const passedOver = type === 'unknown' ? snapshot.passedOver : 0
  const account = {
    accepted: (snapshot.accepted[type] ?? 0) + passedOver + inFlight,
    projected: snapshot.projected[type] ?? 0,
    duplicates: snapshot.duplicates[type] ?? 0,
    uniqueHuman: unique.human[type] ?? 0,
    uniqueBot: unique.bot[type] ?? 0,
    testEvents: unique.tests[type] ?? 0,
    deadLetters: snapshot.deadLetters[type] ?? 0,
    inFlight,
  }
  return { ...account, balanced: unprojected(account) === 0 && uncounted(account) === 0 }
}

type Numbers = Omit<Account, 'balanced'>
const unprojected = ({ accepted, projected, deadLetters, inFlight }: Numbers): number =>
  accepted - projected - deadLetters - inFlight
const uncounted = ({ projected, uniqueHuman, uniqueBot, duplicates }: Numbers): number =>
  projected - uniqueHuman - uniqueBot - duplicates

/** The read models hold more than was projected, as a batch leaves it that is not done. */
export const holdsMore = ({ types }: Balance): boolean =>
  COUNTED_TYPES.some(type => uncounted(types[type]) < 0)

/** Null when everything balances; otherwise what does not, for the operator. */
export const reasonOf = ({ types }: Balance): string | null => {
  const reasons = COUNTED_TYPES.flatMap(type => [
    ...differing(unprojected(types[type]), `${type}: the log holds`, 'than were projected or set aside'),
    ...differing(uncounted(types[type]), `${type}: the projector counted`, 'than the read models hold'),
  ])
  return reasons.length === 0 ? null : `The accounting does not balance. ${reasons.join('; ')}.`
}

const differing = (difference: number, who: string, than: string): string[] =>
  difference === 0 ? [] : [`${who} ${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'} ${than}`]
