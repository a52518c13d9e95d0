/** The longest block of the event loop, in ms: CPU time of this thread between two turns. Wall-clock time would include other programs. */
const watchLoop = () => {
  const holds: number[] = []
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    holds.push((user + system) / 1_000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 5)
  return () => {
    look()
    clearInterval(timer)
    return Math.round(Math.max(...holds))
  }
}

/**
 * How long `work` blocks the event loop, in ms. If a run takes `mostMs` or more, returns the least of three runs,
 * because a run may contain garbage collection.
 */
export const heldBy = async (work: () => Promise<unknown>, mostMs: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let runs = 0; runs < 3 && least >= mostMs; runs++) {
    const held = watchLoop()
    await work()
    least = Math.min(least, held())
  }
  return least
}
