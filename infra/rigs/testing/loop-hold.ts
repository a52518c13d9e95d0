/**
 * How long the event loop was held at most by this process's own work: the processor time of its thread between two turns. Time
 * on the clock would also count what other programs on the machine took meanwhile.
 */
export const watchLoop = (): { stop(): number } => {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 5)
  return {
    stop: () => {
      look()
      clearInterval(timer)
      return Math.round(longest)
    },
  }
}
