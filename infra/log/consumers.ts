import { trackPending } from '../platform/timing.ts'
import type { ConsumeOptions } from './log.ts'

/** Tracks the consumers of one log. Each consumer ends by its own signal. All of them end when the log is closed. */
export const openConsumers = () => {
  const closing = new AbortController()
  const running = trackPending()
  return {
    run: (options: ConsumeOptions, consume: (options: ConsumeOptions) => Promise<void>): Promise<void> => {
      const signal = AbortSignal.any([options.signal, closing.signal])
      return running.add(consume({ ...options, signal }))
    },
    /** Resolves when all running batches are done. A failure of a consumer rejects only its own `run`. */
    close: async (): Promise<void> => {
      closing.abort()
      await running.settled()
    },
  }
}
