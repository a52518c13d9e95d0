/** How far the log was compared with the store, and from where it is to be compared next. */
import type { Log } from '@firsttouch/infra/log/log'
import { offsetsAt } from '@firsttouch/infra/log/offsets-at'
import { DAY_MS, HOUR_MS } from '@firsttouch/infra/platform/timing'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import type { Offsets } from '../steps/commit.ts'

/** `offsets`: those that were projected by then. `hours`: how far back was compared. */
export type Compared = { at: string; offsets: [partition: number, next: number][]; hours?: number }

/** All that is compared; and what is looked at every hour, as a store loses what is new, if anything (decision 101). */
export const HOURS = 25
export const RECENT_HOURS = 3

export const hoursDue = (compared: Compared[], now: Date): number => {
  const whole = compared.findLast(({ hours }) => hours === HOURS)
  return whole && Date.parse(whole.at) > now.getTime() - DAY_MS ? RECENT_HOURS : HOURS
}

/** `differing`: whether the last comparison found anything. */
export const readCompared = async (sql: Sql, group: string) => {
  const [row] = await sql<{ before: Compared[]; differing: boolean }[]>`
    SELECT compared AS before, differences <> '[]' AS differing FROM reconciliations WHERE consumer_group = ${group}`
  return row ?? { before: [], differing: false }
}

/** Of a log that was compared as a whole: what is older than the last hours need not be again. */
export const dayBefore = async (
  { log, db }: { log: Pick<Log, 'positions' | 'timesAt'>; db: string },
  now: Date,
): Promise<Compared> => {
  const at = new Date(now.getTime() - HOURS * HOUR_MS - 1)
  return { at: at.toISOString(), offsets: [...(await offsetsAt(log, groupOf(db), at))] }
}

const isOld = ({ at }: Compared, now: Date, hours: number): boolean =>
  Date.parse(at) < now.getTime() - hours * HOUR_MS

/** Those of the last hours, and the one before them. */
export const recent = (compared: Compared[], now: Date, hours: number): Compared[] => {
  const old = compared.filter(one => isOld(one, now, hours))
  return compared.slice(Math.max(0, old.length - 1))
}

/** Where the last hours began; from the first entry where there was no comparison so early. */
export const startOf = (compared: Compared[], now: Date, hours: number): Offsets => {
  const [first] = recent(compared, now, hours)
  return new Map(first && isOld(first, now, hours) ? first.offsets : [])
}
