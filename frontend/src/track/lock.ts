/** Lets one tab at a time deliver the queue that all tabs share. */
import type { Store } from './store.ts'

const NAME = 'firsttouch_queue'
export const LEASE_MS = 20_000

/** Resolves to false when the turn could not be had (a lease of another tab): try again later. */
export type Lock = (run: () => Promise<void>) => Promise<boolean>

/** Web Locks wait for their turn and end with the tab; where there are none, a lease in the store that runs out. */
export const openLock = (
  locks: Pick<LockManager, 'request'> | undefined,
  store: Store,
  now: () => number,
  newOwner: () => string,
): Lock => {
  if (locks) return run => locks.request(NAME, run).then(() => true)
  const owner = newOwner()
  return async run => {
    const [holder, until] = (store.get(`${NAME}_lease`) ?? '').split('|')
    if (holder && holder !== owner && Number(until) > now()) return false
    store.set(`${NAME}_lease`, `${owner}|${now() + LEASE_MS}`)
    if (!store.get(`${NAME}_lease`)?.startsWith(`${owner}|`)) return false
    try {
      await run()
    } finally {
      store.remove(`${NAME}_lease`)
    }
    return true
  }
}
