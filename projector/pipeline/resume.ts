/**
 * Where a projector begins. Inserts into `events` reach the disk before the log moves on; roll-ups do so only in time,
 * and disks have been known to lie. What a power cut may have taken is made good before anything new is read.
 */

import { PROJECTIONS } from '../projections/index.ts'
import type { Ledger } from './checkpoint.ts'
import type { Store } from './store.ts'

/**
 * Returns the answer to "from which offset of this partition?". `ledger` knows the place up to which this projector's
 * rounds were all completed. `complete` fills the read models that the partition's projector
 * before this one did not keep.
 */
export const openResume = (
  store: Store,
  ledger: Pick<Ledger, 'nextOffset' | 'beside'>,
  complete: (partition: number) => Promise<void>,
): ((partition: number) => Promise<number>) => {
  let refreshed: Promise<void> | undefined
  return async partition => {
    refreshed ??= refreshRecent(store, ledger)
    await refreshed.catch(error => {
      refreshed = undefined
      throw error
    })
    await complete(partition)
    const place = await ledger.nextOffset(partition)
    const { offset, newest } = await store.recentOffset(partition)
    if ((await store.nextOffset(partition)) < place) {
      // Or only repeats and dead letters came last, and going back was for nothing.
      await store.takeBackProgress(partition, offset)
      return Math.min(offset, place)
    }
    if (place > 0) await store.saveProgress([{ partition, nextOffset: place, appendedAt: newest }])
    return place
  }
}

/** Not while somebody is erased: what was read before must not be written after it. */
const refreshRecent = async (store: Store, { beside }: Pick<Ledger, 'beside'>): Promise<void> => {
  for (const { rollups } of PROJECTIONS)
    for (const rollup of rollups)
      await beside(async () => store.refresh(rollup, await store.recentBuckets(rollup.bucket)))
}
