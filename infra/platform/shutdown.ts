/** Ends a process within 15 seconds of SIGTERM, SIGINT or SIGHUP. */

const HARD_LIMIT_MS = 15_000

/** Runs until SIGINT, SIGTERM or SIGHUP (closed terminal). Exit code 1 when closing fails or takes too long. */
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
  // Registered first, so a signal during the start also ends the process.
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  await starting.catch(error => {
    console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
    leave(1)
  })
}

/**
 * Exits without waiting for threads, which may be busy for hours. After the exit handlers have run, `execve` replaces
 * this process by a shell. That ends all threads of this process.
 */
const leave = (code: number): void => {
  process.once('exit', () => process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]))
  process.exit(code)
}
