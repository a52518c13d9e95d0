/** Stands between a browser and the site, and can be shut: a tunnel, a train, a server that restarts. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof openTcpProxy>>

export const openTcpProxy = async (target: string) => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isShut = false
  const server = createServer(incoming => {
    if (isShut) return incoming.destroy()
    const onward = connect(Number(port), hostname)
    for (const socket of [incoming, onward]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        incoming.destroy()
        onward.destroy()
      })
    }
    incoming.pipe(onward).pipe(incoming)
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    shut: () => {
      isShut = true
      cut()
    },
    open: () => {
      isShut = false
    },
    close: async () => {
      cut()
      await once(server.close(), 'close')
    },
  }
}
