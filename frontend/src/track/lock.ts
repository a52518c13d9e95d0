/** Lets one tab at a time deliver the queue that all tabs share. */
const NAME = 'firsttouch_queue'

export type Lock = (run: () => Promise<void>) => Promise<void>

/**
 * Web Locks wait for their turn and end with the tab. Where there are none (a page that is not encrypted) or they fail,
 * two tabs may send the same events, which the server knows by their ids.
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
