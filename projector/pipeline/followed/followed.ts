/**
 * Events that are added to minutes which this process follows: what they change is known without asking the engine, so all tables of visits,
 * conversions and A/B events are written at once, each row as the refreshes (`rollup.ts`) make it. What somebody else may have changed is
 * followed no longer: whoever writes read models asks for a version first.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import { eventMinutes, eventSums } from '../../projections/event-counts.ts'
import { bucketAt, type Rollup, type Scope } from '../../projections/rollup.ts'
import { sessionEvents } from '../../projections/session-events.ts'
import { sessionMinutes, sessionSums } from '../../projections/sessions/tables.ts'
import type { Given, NextVersion } from '../../projections/versions.ts'
import { reopenDays } from '../closed-days.ts'
import type { EntryRow } from '../entry-rows.ts'
import type { Known } from '../known.ts'
import { addedAmong, eventMinutesOf, eventSumsOf, sessionEventsOf, sessionSumsOf } from './added.ts'
import { addTo, openDifferences } from './counts.ts'
import { type KeptBuckets, openKept } from './kept.ts'
import { readCounts, readSessionEvents } from './load.ts'
import { addToSession, minuteFrom } from './sessions.ts'
import { sessionRowsOf, type Written, write } from './write.ts'

export type Following = ReturnType<typeof openFollowing>

/** Where others write as well, it is tried again after so long, and each time after twice as long. */
const QUIET_MS = { first: 100, most: 30_000 }
/** The same where there is more than can be kept. */
const TOO_MUCH_MS = 60_000
/** Of a larger batch, or one of more minutes, the engine is faster. */
const MOST_EVENTS = 20_000
const MOST_MINUTES = 200

const ALL = new Set<Rollup>([eventMinutes, eventSums, sessionEvents, sessionMinutes, sessionSums])
const NONE = new Set<Rollup>()

type Options = { client: ClickHouseClient; db: string; quietMs?: typeof QUIET_MS; most?: number }

/** `alone`: while nobody else writes to these tables. */
type Writing = { nextVersion: NextVersion; alone: <T>(work: () => Promise<T>) => Promise<T> }

export const openFollowing = ({ client, db, quietMs = QUIET_MS, most }: Options) => {
  const kept = openKept(most)
  let last: string | undefined
  let quietUntil = 0
  let quiet = quietMs.first

  const pause = (ms: number): typeof NONE => {
    kept.clear()
    quietUntil = performance.now() + ms
    return NONE
  }
  const isQuiet = () => performance.now() < quietUntil

  return {
    /** Nothing of what was there before is followed any more. */
    drop: kept.clear,

    /** Of all refreshes of this process. */
    versions:
      (give: () => Promise<Given>): NextVersion =>
      async () => {
        const { version, previous } = await give()
        if (last !== undefined && previous !== last) {
          // Who was alone for as long as it would have waited now begins anew.
          quiet =
            performance.now() - quietUntil > quietMs.most ? quietMs.first : Math.min(2 * quiet, quietMs.most)
          pause(quiet)
        }
        last = version
        return version
      },

    /**
     * Before the insert: reads what is to be followed from here on. Whoever refreshes after the insert may have counted it already, and has a
     * later version.
     */
    prepare: async (rows: EntryRow[], known: Known[], { nextVersion, alone }: Writing): Promise<void> => {
      const events = addedAmong(rows, known)
      if (isQuiet() || !isSmall(events)) return
      if (isFollowed(kept, events)) return
      await alone(async () => {
        await nextVersion()
        if (!isQuiet() && !(await load(kept, events, client, db))) pause(TOO_MUCH_MS)
      })
    },

    /** After the insert. Answers which tables need no refresh. */
    count: async (
      rows: EntryRow[],
      known: Known[],
      { nextVersion, alone }: Writing,
    ): Promise<Set<Rollup>> => {
      const start = performance.now()
      const events = addedAmong(rows, known)
      if (isQuiet()) return NONE
      if (!isSmall(events) || !isFollowed(kept, events)) return pause(0)
      if (events.length === 0) return ALL
      return alone(async () => {
        const version = await nextVersion()
        if (!isFollowed(kept, events)) return NONE
        const tables = add(kept, events)
        if (!tables) return pause(TOO_MUCH_MS)
        await reopenDays(client, db, scopesOf(tables), version)
        await write(client, db, tables, version)
        if (!kept.shrink(start)) pause(TOO_MUCH_MS)
        return new Set(tables.map(({ rollup }) => rollup))
      })
    },
  }
}

const scopesOf = (tables: Written[]): [Rollup, Scope][] =>
  tables.map(({ rollup, counts }) => [rollup, { buckets: counts.map(({ bucket }) => bucket) }])

const isSmall = (events: EntryRow[]): boolean =>
  events.length <= MOST_EVENTS &&
  new Set(events.map(({ minute }) => minute)).size <= MOST_MINUTES &&
  new Set(events.map(({ sessionMinute }) => sessionMinute)).size <= MOST_MINUTES

const bucketsIn = ({ bucket }: Rollup, events: EntryRow[]): number[] => [
  ...new Set(events.map(event => bucketAt(bucket, event))),
]
const missingOf = (kept: KeptBuckets, events: EntryRow[]) => {
  const missing = (rollup: Rollup, { has }: { has: (bucket: number) => boolean }) => ({
    rollup,
    buckets: bucketsIn(rollup, events).filter(bucket => !has(bucket)),
  })
  return {
    eventMinutes: missing(eventMinutes, kept.eventMinutes),
    eventSums: missing(eventSums, kept.eventSums),
    sessionMinutes: missing(sessionMinutes, kept.sessionMinutes),
    sessionSums: missing(sessionSums, kept.sessionSums),
  }
}
const isFollowed = (kept: KeptBuckets, events: EntryRow[]): boolean =>
  Object.values(missingOf(kept, events)).every(({ buckets }) => buckets.length === 0)

/** Those that are not there yet. False where they are too many. */
const load = async (
  kept: KeptBuckets,
  events: EntryRow[],
  client: ClickHouseClient,
  db: string,
): Promise<boolean> => {
  const { sessionMinutes, ...tables } = missingOf(kept, events)
  const counts = async (table: keyof typeof tables) => {
    const { rollup, buckets } = tables[table]
    if (buckets.length === 0) return true
    const found = await readCounts(client, db, rollup, buckets)
    for (const [bucket, counted] of found ?? []) kept[table].set(bucket, counted)
    return found !== undefined
  }
  const sessions = async () => {
    if (sessionMinutes.buckets.length === 0) return true
    const found = await readSessionEvents(client, db, sessionMinutes.buckets)
    for (const [minute, rows] of found ?? []) kept.sessionMinutes.set(minute, minuteFrom(rows))
    return found !== undefined
  }
  const all = [counts('eventMinutes'), counts('eventSums'), counts('sessionSums'), sessions()]
  return (await Promise.all(all)).every(isLoaded => isLoaded)
}

/** What the tables have by these events. Nothing where a session is too large to be followed. */
const add = (kept: KeptBuckets, events: EntryRow[]): Written[] | undefined => {
  const inMinutes = eventMinutesOf(events)
  const bySession = openDifferences()
  const rows = sessionEventsOf(events)
  let areNew = true
  for (const own of Map.groupBy(rows, ({ session }) => session).values()) {
    const minute = kept.sessionMinutes.get(own[0]?.session_minute ?? 0)
    const added = minute && addToSession(minute, own, bySession)
    if (!added) return undefined
    areNew &&= added.isNew
  }
  const inSessionMinutes = bySession.sums()
  const written: Written[] = [
    { rollup: eventMinutes, counts: addTo(kept.eventMinutes.get, inMinutes) },
    { rollup: eventSums, counts: addTo(kept.eventSums.get, eventSumsOf(inMinutes)) },
    {
      rollup: sessionMinutes,
      counts: addTo(minute => kept.sessionMinutes.get(minute)?.counts, inSessionMinutes),
    },
    { rollup: sessionSums, counts: addTo(kept.sessionSums.get, sessionSumsOf(inSessionMinutes)) },
  ]
  // Of a row that may be there it is not known how often it counts.
  if (areNew) written.push({ rollup: sessionEvents, counts: sessionRowsOf(rows) })
  return written
}
