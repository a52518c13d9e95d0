const NAME = 'firsttouch_queue'

export type Lock = (run: () => Promise<void>) => Promise<void>

/** Lets one tab send at a time. Without Web Locks, two tabs may send the same events. The server deduplicates them. */
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
