/** Lets one tab at a time deliver the shared queue. */
const NAME = 'firsttouch_queue'

export type Lock = (run: () => Promise<void>) => Promise<void>

/**
 * Web Locks end with the tab. If they are missing (no HTTPS) or fail, two tabs may send the same events, and the server
 * deduplicates them.
 */
export const openLock =
  (locks: Pick<LockManager, 'request'> | undefined): Lock =>
  async run => {
    let isRunning = false
    const turn = () => {
      isRunning = true
      return run()
    }
    await Promise.resolve()
      .then(() => locks?.request(NAME, turn))
      .catch(error => {
        if (isRunning) throw error
      })
    if (!isRunning) await turn()
  }
