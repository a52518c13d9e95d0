import type { Log, LogRecord } from '../../../log/log.ts'
import { partitionOf } from '../../../log/log.ts'
import { cleanUpAfter } from '../clean-up.ts'

const cleanUp = cleanUpAfter('each')

/** The records delivered to the group so far. Reads until the test ends. */
export const follow = (
  log: Log,
  group = 'readers',
  onBatch: (batch: LogRecord[]) => void = () => undefined,
): LogRecord[] => {
  const stop = new AbortController()
  const seen: LogRecord[] = []
  const handle = async (batch: LogRecord[]) => {
    onBatch(batch)
    seen.push(...batch)
  }
  const done = log.consume(group, handle, { signal: stop.signal, onError: () => undefined })
  cleanUp.push(async () => {
    stop.abort()
    await done
  })
  return seen
}

export const keyIn = (partition: number): string =>
  Array.from({ length: 100 }, (_, i) => `key ${i}`).find(key => partitionOf(key, 4) === partition) ?? ''
