/** Ends a process within 15 seconds of SIGTERM or SIGINT. */

const HARD_LIMIT_MS = 15_000

/** Runs until SIGINT, SIGTERM or SIGHUP (the terminal was closed), then closes: exit code 0, or 1 when that fails or takes too long. */
export const runMain = async (start: () => Promise<{ close(): Promise<void> }>): Promise<void> => {
  const starting = start()
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(leave, HARD_LIMIT_MS, 1).unref()
    starting
      .then(running => running.close())
      .then(
        () => leave(0),
        error => {
          console.error(error)
          leave(1)
        },
      )
  }
  // Registered first, so that a signal during the start ends it as well.
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  await starting.catch(error => {
    console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
    leave(1)
  })
}

/**
 * A normal exit waits for every thread: one of the engine's may be busy for hours, and one that looks up a name for 40 s where
 * no name server answers. Exit handlers run first; then another program takes the place of this one, threads and all.
 */
const leave = (code: number): void => {
  process.once('exit', () => process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]))
  process.exit(code)
}
