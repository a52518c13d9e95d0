import { pause, untilDone } from '../../platform/timing.ts'

type Process = {
  /** Settles when the process has ended for any reason. */
  ended: Promise<unknown>
  stop(): unknown
}

type Restart<P extends Process> = {
  start: () => Promise<P>
  describe: (end: Awaited<P['ended']>) => string
  firstDelayMs: number
  mostDelayMs: number
}

/** Restarts a process that ends unexpectedly, with exponential back-off. */
export const supervise = <P extends Process>(
  first: P,
  { start, describe, firstDelayMs, mostDelayMs }: Restart<P>,
) => {
  const closing = new AbortController()
  const { signal } = closing
  const onError = (error: unknown) => console.error(error instanceof Error ? error.message : error)
  let current = first
  const watch = async () => {
    for (;;) {
      const end = (await current.ended) as Awaited<P['ended']>
      if (signal.aborted) return
      console.error(describe(end))
      await pause(firstDelayMs, signal)
      const next = await untilDone({ signal, onError, everyMs: firstDelayMs, mostMs: mostDelayMs }, start)
      if (!next) return
      current = next
      if (signal.aborted) await current.stop()
    }
  }
  const watching = watch()
  return {
    current: () => current,
    close: async () => {
      closing.abort()
      await current.stop()
      await watching
    },
  }
}
