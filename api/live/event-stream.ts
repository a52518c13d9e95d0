import type { FastifyReply } from 'fastify'

/** Maximum number of unsent bytes. With more, the browser has stopped reading, so the server closes the stream. */
const BEHIND_AT_MOST_BYTES = 64 * 1024

export type EventStream = ReturnType<typeof openEventStream>

export const openEventStream = (reply: FastifyReply) => {
  reply.hijack()
  const { raw } = reply
  raw.on('error', () => raw.destroy())
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // An open connection would delay the shutdown of the server.
    connection: 'close',
    // Disables nginx's response buffering.
    'x-accel-buffering': 'no',
  })
  raw.write('retry: 2000\n\n')
  return {
    send: (text: string) => {
      if (raw.writableLength > BEHIND_AT_MOST_BYTES) raw.destroy()
      else raw.write(text)
    },
    end: () => raw.end(),
    /** Calls back immediately if the browser has already disconnected. */
    onEnd: (ended: () => void) => {
      if (raw.destroyed) ended()
      else raw.once('close', ended)
    },
  }
}
