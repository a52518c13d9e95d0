/** One reply as a stream of server-sent events. */
import type { FastifyReply } from 'fastify'

/** A browser that reads this far behind is gone or asleep; it connects again and fetches everything anew. */
const BEHIND_AT_MOST_BYTES = 64 * 1024

export type EventStream = {
  send: (text: string) => void
  end: () => void
  /** Calls back once it has ended, at once where the browser has gone before the stream began. */
  onEnd: (ended: () => void) => void
}

export const openEventStream = (reply: FastifyReply): EventStream => {
  reply.hijack()
  const { raw } = reply
  raw.on('error', () => raw.destroy())
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Otherwise the connection would outlive the stream, and a server that closes would wait for it.
    connection: 'close',
    // nginx would hold the messages back until a buffer is full.
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 2000\n\n')
  return {
    send: text => {
      if (raw.writableLength > BEHIND_AT_MOST_BYTES) raw.destroy()
      else raw.write(text)
    },
    end: () => raw.end(),
    onEnd: ended => {
      if (raw.destroyed) ended()
      else raw.once('close', ended)
    },
  }
}
