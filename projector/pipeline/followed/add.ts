/** Adds a batch to what is followed. */
import { eventMinutes, eventSums } from '../../projections/event-counts.ts'
import { sessionEvents } from '../../projections/session-events.ts'
import { sessionMinutes, sessionSums } from '../../projections/sessions/tables.ts'
import type { EntryRow } from '../entries/entry-row.ts'
import { eventMinutesOf, eventSumsOf, sessionEventsOf, sessionSumsOf } from './added.ts'
import { addTo, openDifferences } from './counts.ts'
import type { KeptBuckets } from './kept.ts'
import { addToSession } from './sessions.ts'
import { sessionRowsOf, type Written } from './write.ts'

/** What the tables have by these events, or why that is not known. */
export const add = (kept: KeptBuckets, events: EntryRow[]): Written[] | 'too large' | 'had before' => {
  const inMinutes = eventMinutesOf(events)
  const bySession = openDifferences()
  const rows = sessionEventsOf(events)
  for (const own of Map.groupBy(rows, ({ session }) => session).values()) {
    const minute = kept.sessionMinutes.get(own[0]?.session_minute ?? 0)
    const added = minute ? addToSession(minute, own, bySession) : 'had before'
    if (added !== 'added') return added
  }
  const inSessionMinutes = bySession.sums()
  const countsOf = (minute: number) => kept.sessionMinutes.get(minute)?.counts
  return [
    { rollup: eventMinutes, counts: addTo(kept.eventMinutes.get, inMinutes) },
    { rollup: eventSums, counts: addTo(kept.eventSums.get, eventSumsOf(inMinutes)) },
    { rollup: sessionEvents, counts: sessionRowsOf(rows) },
    { rollup: sessionMinutes, counts: addTo(countsOf, inSessionMinutes) },
    { rollup: sessionSums, counts: addTo(kept.sessionSums.get, sessionSumsOf(inSessionMinutes)) },
  ]
}
