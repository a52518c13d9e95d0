import { until } from '@firsttouch/infra/rigs/testing/until'
import type { LiveMessage } from '../contract/live.ts'

const PATIENCE_MS = 10_000

/** Resolves after the stream's first bytes, or its rejection. Call `leave` to end it. */
export const followLive = async (url: string, headers: Record<string, string> = {}) => {
  const abort = new AbortController()
  const answer = await fetch(url, { headers, signal: abort.signal })
  const stream = {
    status: answer.status,
    headers: answer.headers,
    /** Messages with query keys. Heartbeats may arrive between them. */
    messages: [] as LiveMessage[],
    heartbeats: [] as LiveMessage[],
    ended: false,
    leave: () => abort.abort(),
  }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? [])
      for (const [, said = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) {
        const message: LiveMessage = JSON.parse(said)
        stream[message.changed.length > 0 ? 'messages' : 'heartbeats'].push(message)
      }
  }
  read()
    .catch(() => undefined)
    .finally(() => {
      stream.ended = true
    })
  if (answer.ok) await until(() => stream.messages.length > 0, PATIENCE_MS)
  return stream
}
