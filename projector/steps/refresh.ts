/** Step 5. Recomputes the touched buckets tier by tier: minutes, quarter-hours, days. */
import type { EntryRow } from '../entries/entry-row.ts'
import { FEEDS, ROLLUPS, TIERS } from '../projections/index.ts'
import type { Rollup, Scope } from '../projections/rollup.ts'
import { touchedBy } from '../projections/touched.ts'
import { inOrder } from './duplicates.ts'
import type { Known } from './known.ts'
import type { Store } from './store.ts'

/** Returns the invalidated query keys of the API. */
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

/** Known events that conflict with a batch row. Their type may differ, so their read models are refreshed too. */
const conflictsAmong = (rows: EntryRow[], known: Known[]): Known[] => {
  if (known.length === 0) return []
  const own = Map.groupBy(rows, ({ id }) => id)
  return known.filter(({ id, content }) => own.get(id)?.some(other => other.content !== content))
}

/** True if a row of the batch replaces a stored event, or may have replaced it before a crash. */
const replacesAny = (rows: EntryRow[], known: Known[]): boolean => {
  const before = Map.groupBy(known, ({ id }) => id)
  return rows.some(row => before.get(row.id)?.some(other => inOrder(row, other) <= 0))
}

/** A statement lists the sessions up to three times in hexadecimal, and its maximum size is four MiB. */
const MAX_SESSION_BYTES = 100_000

const sessionsOf = (rows: EntryRow[]): Map<string, number> | undefined => {
  const sessions = new Map(rows.map(({ sessionId, sessionMinute }) => [sessionId, sessionMinute]))
  return Buffer.byteLength([...sessions.keys()].join('')) > MAX_SESSION_BYTES ? undefined : sessions
}
