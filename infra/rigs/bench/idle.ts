/** Waits between measurements, so that one contender's remaining work does not slow the next. */
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const WINDOW_MS = 500
const BUSY_SHARE = 0.1
const PATIENCE_MS = 120_000

/** false: the machine was still busy after two minutes. */
export const untilIdle = async (): Promise<boolean> => {
  const end = performance.now() + PATIENCE_MS
  for (let before = times(); performance.now() < end; ) {
    await sleep(WINDOW_MS)
    const now = times()
    if ((now.busy - before.busy) / (now.all - before.all) < BUSY_SHARE) return true
    before = now
  }
  return false
}

const times = () =>
  cpus().reduce(
    (sum, { times: { idle, ...rest } }) => {
      const busy = Object.values(rest).reduce((total, ms) => total + ms, 0)
      return { busy: sum.busy + busy, all: sum.all + busy + idle }
    },
    { busy: 0, all: 0 },
  )
