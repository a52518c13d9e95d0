/** What the accounting says: the accounts at a checkpoint, and how many entries of the log come after it. */
import { oldestOf, type PartitionLag } from '@firsttouch/infra/log/lag'
import { COUNTED_TYPES, type CountedType, type TypeCounts } from '../entries/tally.ts'

export type Snapshot = {
  at: string
  offsets: [partition: number, next: number][]
  /** Entries before these offsets were not counted. Only their number is known. */
  passedOver: number
  accepted: TypeCounts
  projected: TypeCounts
  duplicates: TypeCounts
  conflicts: number
  deadLetters: TypeCounts
  unique: { human: TypeCounts; bot: TypeCounts; tests: TypeCounts }
}

/** The events of one type up to the snapshot's checkpoint. */
export type Account = {
  accepted: number
  projected: number
  duplicates: number
  uniqueHuman: number
  uniqueBot: number
  /** Of these, the system's own test events. */
  testEvents: number
  deadLetters: number
  balanced: boolean
}
export type Balance = {
  asOf: string
  snapshotAt: string
  types: Record<CountedType, Account>
  conflicts: number
  /** Entries, which hold one event or more: the log's end minus the snapshot's checkpoint. */
  inFlight: number
  oldestInFlight: string | null
}

/** `lag`: of the log behind the snapshot's offsets. */
export const balanceOf = (snapshot: Snapshot, lag: readonly PartitionLag[]): Balance => ({
  asOf: new Date().toISOString(),
  snapshotAt: snapshot.at,
  types: Object.fromEntries(COUNTED_TYPES.map(type => [type, accountOf(type, snapshot)])) as Balance['types'],
  conflicts: snapshot.conflicts,
  inFlight: lag.reduce((sum, { entries }) => sum + entries, 0),
  oldestInFlight: oldestOf(lag)?.toISOString() ?? null,
})

const accountOf = (type: CountedType, snapshot: Snapshot): Account => {
  const { unique } = snapshot
  const passedOver = type === 'unknown' ? snapshot.passedOver : 0
  const account = {
    accepted: (snapshot.accepted[type] ?? 0) + passedOver,
    projected: snapshot.projected[type] ?? 0,
    duplicates: snapshot.duplicates[type] ?? 0,
    uniqueHuman: unique.human[type] ?? 0,
    uniqueBot: unique.bot[type] ?? 0,
    testEvents: unique.tests[type] ?? 0,
    deadLetters: snapshot.deadLetters[type] ?? 0,
  }
  return { ...account, balanced: unprojected(account) === 0 && uncounted(account) === 0 }
}

type Numbers = Omit<Account, 'balanced'>
const unprojected = ({ accepted, projected, deadLetters }: Numbers): number =>
  accepted - projected - deadLetters
const uncounted = ({ projected, uniqueHuman, uniqueBot, duplicates }: Numbers): number =>
  projected - uniqueHuman - uniqueBot - duplicates

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
