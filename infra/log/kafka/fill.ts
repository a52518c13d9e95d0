/** Copies the entries of another log into an empty topic, in order. */
import type { LogEntry } from '../log.ts'
import { openAppender } from './append.ts'
import { parseKafkaUrl } from './connection.ts'
import { entriesIn } from './topic.ts'

const AT_ONCE = { entries: 500, size: 1024 * 1024 }
/** Milliseconds. Long, because no visitor's request waits for this copy. */
const WITHIN_MS = 60_000

/** Throws when the topic is not empty or an append fails. */
export const fillTopic = async (
  url: string,
  entries: AsyncIterable<LogEntry>,
  onWritten: (entries: number) => void = () => undefined,
): Promise<void> => {
  await assertEmpty(url)
  const appender = openAppender(parseKafkaUrl(url), { timeoutMs: WITHIN_MS })
  let written = 0
  let part: LogEntry[] = []
  let size = 0
  const send = async () => {
    await appender.append(part)
    written += part.length
    onWritten(written)
    part = []
    size = 0
  }
  try {
    for await (const entry of entries) {
      part.push(entry)
      size += entry.key.length + entry.value.length
      if (part.length >= AT_ONCE.entries || size >= AT_ONCE.size) await send()
    }
    await send()
  } finally {
    await appender.close()
  }
}

export const assertEmpty = async (url: string): Promise<void> => {
  const held = await entriesIn(url)
  if (held > 0)
    throw new Error(
      `The log's topic holds ${held} entries of an interrupted move or of another installation. Delete the topic, or ` +
        'name another one in LOG_URL.',
    )
}
