/** What events change of minutes that are followed is known without asking the engine: all their tables are written at once, as refreshes (`rollup.ts`) write them. */
import type { ClickHouseClient } from '@clickhouse/client'
import { allEnded } from '@firsttouch/infra/platform/timing'
import { eventMinutes, eventSums } from '../../projections/event-counts.ts'
import type { Rollup, Scope } from '../../projections/rollup.ts'
import { sessionEvents } from '../../projections/session-events.ts'
import { sessionMinutes, sessionSums } from '../../projections/sessions/tables.ts'
import type { NextVersion } from '../../projections/versions.ts'
import { reopenDays } from '../closed-days.ts'
import type { EntryRow } from '../entries/entry-row.ts'
import { countKnown, type Known } from '../known.ts'
import { add } from './add.ts'
import { addedAmong } from './added.ts'
import { type KeptBuckets, openKept } from './kept.ts'
import { canFollow } from './limits.ts'
import { changedBy, isFollowed, load } from './missing.ts'
import { openOthers, type QUIET_MS } from './others.ts'
import { type Written, write } from './write.ts'

export type Following = ReturnType<typeof openFollowing>

/** So long nothing is followed where there is more than can be kept or read: less is there of the next minute as it begins. */
const TOO_MUCH_MS = 5_000

const ALL = new Set<Rollup>([eventMinutes, eventSums, sessionEvents, sessionMinutes, sessionSums])
const NONE = new Set<Rollup>()

type Options = { client: ClickHouseClient; db: string; quietMs?: typeof QUIET_MS; most?: number }

/** `alone`: while nobody else writes to these tables. */
type Writing = { nextVersion: NextVersion; alone: <T>(work: () => Promise<T>) => Promise<T> }

export const openFollowing = ({ client, db, quietMs, most }: Options) => {
  const kept = openKept(most)
  const others = openOthers(kept.clear, quietMs)
  return {
    drop: kept.clear,
    versions: others.versions,
    /** A batch that adds to what is known of its ids, and changes nothing of it. */
    batch: (rows: EntryRow[], known: Known[]) => {
      const events = addedAmong(rows, known)
      const canBe = canFollow(events)
      const changed = changedBy(canBe ? events : [])
      return {
        /** Before the insert, as whoever refreshes after it may have counted it already. */
        prepare: async ({ nextVersion, alone }: Writing): Promise<void> => {
          if (others.isQuiet() || !canBe || isFollowed(kept, changed)) return
          await alone(async () => {
            await nextVersion()
            if (!others.isQuiet() && !(await load(kept, changed, client, db))) others.pause(TOO_MUCH_MS)
          })
        },

        /** After the insert. Answers which tables need no refresh. */
        count: async ({ nextVersion, alone }: Writing) => {
          if (others.isQuiet()) return NONE
          if (events.length === 0) return ALL
          if (!canBe || !isFollowed(kept, changed)) {
            kept.clear()
            return NONE
          }
          return alone(async () => {
            const version = await nextVersion()
            return isFollowed(kept, changed) ? writeAll({ kept, others, client, db }, events, version) : NONE
          })
        },
      }
    },
  }
}

type State = Pick<Options, 'client' | 'db'> & { kept: KeptBuckets; others: ReturnType<typeof openOthers> }

const writeAll = async (
  { kept, others, client, db }: State,
  events: EntryRow[],
  version: string,
): Promise<Set<Rollup>> => {
  const start = performance.now()
  const tables = add(kept, events)
  if (typeof tables === 'string') {
    others.pause(tables === 'too large' ? TOO_MUCH_MS : 0)
    return NONE
  }
  await reopenDays(client, db, scopesOf(tables), version)
  const ids = events.map(({ id }) => id)
  const [stored] = await allEnded([countKnown(client, db, ids), write(client, db, tables, version)])
  // Read models say what the store has, and never what it lost on the way. The batch comes again, and is refreshed.
  if (stored < ids.length)
    throw new Error(`The store has ${stored} of ${ids.length} events that were inserted into ${db}.events.`)
  if (!kept.shrink(start)) others.pause(TOO_MUCH_MS)
  return ALL
}

const scopesOf = (tables: Written[]): [Rollup, Scope][] =>
  tables.map(({ rollup, counts }) => [rollup, { buckets: counts.map(({ bucket }) => bucket) }])
