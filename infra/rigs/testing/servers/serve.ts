/** A server for one test, on a free port of this machine. It closes after the test. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { cleanUpAfter } from '../clean-up.ts'

export const serve = async (
  listener: RequestListener,
  tls?: { cert: string; key: string },
): Promise<{ url: string; port: number; server: Server }> => {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUpAfter('each').push(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, port, server }
}
