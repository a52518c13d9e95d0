/** A server in place of one of our processes. It answers as the test says and notes the requests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; bytes: number }
export type StandIn = {
  address: string
  seen: Seen[]
  answer: RequestListener
  close(): Promise<void>
}

export const says =
  (status: number, headers: Record<string, string> = {}, body = String(status)): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

/** Resets the connection after the request, as a dying process does. */
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
      // The client disconnected: ignore the incomplete request.
      return
    }
    if (method !== 'HEAD' && url !== '/') standIn.seen.push({ method, url, headers, bytes })
    standIn.answer(request, response)
  })
  server.listen(port, address)
  await once(server, 'listening')
  return standIn
}
