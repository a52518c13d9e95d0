/** Periods in which a run was active. Visitors count only if their first exposure lies in one of them. */
import type { StoredChange } from './changes.ts'

/** If `from` is null, the period begins with the first visitor. If `to` is null, the period has not ended. */
export type Period = { from: Date | null; to: Date | null }
export type RunTimes = {
  /** In chronological order. No period is empty. */
  periods: Period[]
  /** null while the run is active or paused. */
  endedAt: Date | null
}

type Begun = { id: string; startedAt: Date | null }

/** `changes` must be sorted newest first. `next` is the start of the following run. This run ends then or earlier. */
export const timesOf = (run: Begun, changes: readonly StoredChange[], next: Date | null = null): RunTimes => {
  const begun = changes.findLast(change => change.run === run.id)?.version ?? 0
  const periods: Period[] = [{ from: run.startedAt, to: null }]
  let endedAt: Date | null = null
  const stop = (at: Date) => {
    const last = periods.at(-1)
    if (last && last.to === null) last.to = at
  }
  for (const { version, run: changed, state, at } of changes.toReversed()) {
    if (endedAt !== null || version < begun) continue
    const isOwn = changed === run.id
    if (isOwn && state === 'running') {
      if (periods.at(-1)?.to) periods.push({ from: at, to: null })
    } else stop(at)
    if (!isOwn || state === 'ended') endedAt = at
  }
  return next && (endedAt === null || next < endedAt)
    ? { periods: periods.flatMap(period => endedBy(next, period)), endedAt: next }
    : { periods, endedAt }
}

const endedBy = (end: Date, { from, to }: Period): Period[] =>
  from && from >= end ? [] : [{ from, to: to && to < end ? to : end }]
