/** When an alarm begins and ends: only what has looked the same for a while counts, so that nothing flaps. */
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { AlarmEdge } from './words.ts'

const STEADY_FOR_MS = 2 * MINUTE_MS
/** With a longer gap between two looks, as while no process ran, nothing is known of the time in between. */
const LONGEST_GAP_MS = 3 * MINUTE_MS

export type AlarmState = { looksWrong: boolean; since: Date; lookedAt: Date; raisedAt: Date | null }

/** `edge`: what is to be told. `raisedAt` of the answer's alarm names it at its beginning and its end. */
export const nextState = (
  before: AlarmState | null,
  looksWrong: boolean,
  now: Date,
): { state: AlarmState; edge: AlarmEdge | null; raisedAt: Date } => {
  const goesOn =
    before !== null &&
    before.looksWrong === looksWrong &&
    now.getTime() - before.lookedAt.getTime() <= LONGEST_GAP_MS
  const since = goesOn ? before.since : now
  const isSteady = now.getTime() - since.getTime() >= STEADY_FOR_MS
  const raisedAt = before?.raisedAt ?? null
  const state = { looksWrong, since, lookedAt: now, raisedAt }
  if (!isSteady || looksWrong === (raisedAt !== null)) return { state, edge: null, raisedAt: raisedAt ?? now }
  return looksWrong
    ? { state: { ...state, raisedAt: now }, edge: 'begun', raisedAt: now }
    : { state: { ...state, raisedAt: null }, edge: 'over', raisedAt: raisedAt ?? now }
}
