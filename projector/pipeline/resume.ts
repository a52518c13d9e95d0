/** Where a projector begins: roll-ups reach the disk later than the log moves on, so what a power cut may have taken comes first. */
import { inTransaction, whileLocked } from '@firsttouch/infra/stores/holding'
import type { Sql } from 'postgres'
import { ROLLUPS } from '../projections/index.ts'
import { versionsFrom } from '../projections/versions.ts'
import { lockIn } from './checkpoint.ts'
import { readOffsets } from './counted.ts'
import type { Store } from './store.ts'
import { WRITING } from './writing.ts'

type ResumeDeps = { store: Store; sql: Sql; group: string }

export const openResume = ({ store, sql, group }: ResumeDeps): ((partition: number) => Promise<number>) => {
  return async partition => {
    // Its read models are made as a rebuild makes them: from the log's first entry on, before anything new is counted.
    if (await store.isOfOlderRelease(partition)) return 0
    const checkpoint = (await readOffsets(sql, group)).get(partition) ?? 0
    const [held, told] = await Promise.all([store.nextOffset(partition), store.placeOf(partition)])
    // What came last may have been repeats and dead letters alone: of these `events` keeps nothing.
    const isWhole = told.next >= checkpoint && told.keptTo !== null && held >= told.keptTo
    if (held < checkpoint && !isWhole) {
      const { offset } = await store.recentOffset(partition)
      await store.takeBackProgress(partition, offset)
      return Math.min(offset, checkpoint)
    }
    if (told.next < checkpoint) {
      const { newest } = await store.recentOffset(partition)
      await store.saveProgress([{ partition, nextOffset: checkpoint, appendedAt: newest, keptTo: held }])
    }
    return checkpoint
  }
}

/**
 * Before a partition is taken up, as whoever has it goes on meanwhile. Not while somebody is erased: what was read before must not
 * be written after it.
 */
export const refreshRecent = async (
  { store, sql, group }: ResumeDeps,
  signal?: AbortSignal,
): Promise<void> => {
  for (const rollup of ROLLUPS) {
    if (signal?.aborted) return
    await inTransaction(sql, async tx => {
      await lockIn(tx, group)
      await whileLocked(tx, WRITING['takes back'], group, async () =>
        store.refresh(rollup, await store.recentBuckets(rollup.bucket), versionsFrom(tx)),
      )
    })
  }
}
