/** A server in the place of one of our processes, which does what a test says and notes what it was asked. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; bytes: number }
export type StandIn = {
  address: string
  /** Whole requests, in the order of their ends. */
  seen: Seen[]
  answer: RequestListener
  close(): Promise<void>
}

export const says =
  (status: number, headers: Record<string, string> = {}, body = String(status)): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

/** The request has come, and the process ends. */
export const dies: RequestListener = request => void request.socket.resetAndDestroy()

export const startStandIn = async (address: string, port: number): Promise<StandIn> => {
  const standIn: StandIn = {
    address,
    seen: [],
    answer: says(200),
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await once(server.close(), 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    let bytes = 0
    try {
      for await (const chunk of request) bytes += chunk.length
    } catch {
      // Whoever asked went away before the end: such a request is not whole.
      return
    }
    if (method !== 'HEAD' && url !== '/') standIn.seen.push({ method, url, headers, bytes })
    standIn.answer(request, response)
  })
  server.listen(port, address)
  await once(server, 'listening')
  return standIn
}
