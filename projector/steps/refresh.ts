/** Step 5 of a batch. Recomputes the buckets that its events touch, tier by tier. */
import type { EntryRow } from '../entries/entry-row.ts'
import { FEEDS, ROLLUPS, TIERS } from '../projections/index.ts'
import type { Rollup, Scope } from '../projections/rollup.ts'
import { touchedBy } from '../projections/touched.ts'
import { inOrder } from './duplicates.ts'
import type { Known } from './known.ts'
import type { Store } from './store.ts'

/** Returns the API's query keys that the batch invalidates. */
export const refresh = async (rows: EntryRow[], known: Known[], store: Pick<Store, 'refresh'>) => {
  const changed = [...rows, ...conflictsAmong(rows, known)]
  const bucketsOf = touchedBy(changed, ROLLUPS)
  const scope = { sessions: sessionsOf(rows), onlyAdds: !replacesAny(rows, known) }
  for (const tier of TIERS) {
    const parts = tier.flatMap((rollup): [Rollup, Scope][] => {
      const buckets = bucketsOf.get(rollup) ?? []
      return buckets.length > 0 ? [[rollup, { buckets, ...scope }]] : []
    })
    if (parts.length > 0) await store.refresh(parts)
  }
  const types = new Set(changed.map(({ type }) => type))
  return [...new Set([...types].flatMap(type => FEEDS[type]))]
}

/** Returns stored events with a row's id but other content. An event of another type touches further read models. */
const conflictsAmong = (rows: EntryRow[], known: Known[]): Known[] => {
  if (known.length === 0) return []
  const own = Map.groupBy(rows, ({ id }) => id)
  return known.filter(({ id, content }) => own.get(id)?.some(other => other.content !== content))
}

/** True if a row replaces a stored event, or is stored already and may have replaced an event before a crash. */
const replacesAny = (rows: EntryRow[], known: Known[]): boolean => {
  const before = Map.groupBy(known, ({ id }) => id)
  return rows.some(row => before.get(row.id)?.some(other => inOrder(row, other) <= 0))
}

/** Keeps a statement below the maximum of 4 MiB. The statement lists the sessions up to three times in hexadecimal. */
const MAX_SESSION_BYTES = 100_000

const sessionsOf = (rows: EntryRow[]): Map<string, number> | undefined => {
  const sessions = new Map(rows.map(({ sessionId, sessionMinute }) => [sessionId, sessionMinute]))
  return Buffer.byteLength([...sessions.keys()].join('')) > MAX_SESSION_BYTES ? undefined : sessions
}
