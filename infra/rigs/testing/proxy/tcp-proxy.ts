/** A TCP proxy on loopback that injects faults between a client and a server. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Sets the target of new connections. Before the first call the proxy refuses connections. */
  setTarget(target: Target): void
  /** Until `restore`: resets all connections, old and new, as when the server's machine fails. */
  cut(): void
  /** Until `restore`: forwards nothing in either direction, with connections left open. */
  pause(): void
  /** Until `restore`: like `pause`, but only for the present connections, as after a fail-over. */
  freeze(): void
  /** Delays every answer by `ms`. Requests pass immediately. */
  delayAnswers(ms: number): void
  /**
   * `times` times: forwards a matching request, drops its answer and ends the connection. The server did the work, but
   * the client does not know that. `matches` gets each chunk from the client.
   */
  loseAnswers(times: number, matches?: (request: Buffer) => boolean): void
  /** How many answers `loseAnswers` has dropped in all. */
  lostAnswers(): number
  /** Ends all faults. New and remaining connections work as usual. */
  restore(): void
  close(): Promise<void>
}

type Target = { port: number; host?: string }
type Link = { client: Socket; server: Socket; losing: boolean; held: Buffer[] }
type Faults = {
  cut: boolean
  paused: boolean
  delayMs: number
  toLose: number
  matches: (request: Buffer) => boolean
  lost: number
}

export async function openProxy(target?: Target): Promise<TcpProxy> {
  let to = target
  const faults: Faults = { cut: false, paused: false, delayMs: 0, toLose: 0, matches: () => true, lost: 0 }
  const links = new Set<Link>()
  const listener = createServer({ noDelay: true }, client => {
    client.on('error', () => client.destroy())
    if (faults.cut || !to) client.resetAndDestroy()
    else join(client, to, faults, links)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('A loopback port has no number')

  return {
    port: address.port,
    setTarget(next) {
      to = next
    },
    cut() {
      faults.cut = true
      for (const link of links) drop(link)
    },
    pause() {
      faults.paused = true
      for (const link of links) setFlowing(link, false)
    },
    freeze() {
      for (const link of links) setFlowing(link, false)
    },
    delayAnswers(ms) {
      faults.delayMs = ms
    },
    loseAnswers(times, matches = () => true) {
      faults.toLose = times
      faults.matches = matches
    },
    lostAnswers: () => faults.lost,
    restore() {
      Object.assign(faults, { cut: false, paused: false, delayMs: 0, toLose: 0 })
      for (const link of links) setFlowing(link, true)
    },
    async close() {
      for (const link of links) drop(link)
      await once(listener.close(), 'close')
    },
  }
}

function join(client: Socket, target: Target, faults: Faults, links: Set<Link>) {
  const server = connect({ port: target.port, host: target.host ?? '127.0.0.1', noDelay: true })
  const link: Link = { client, server, losing: false, held: [] }
  links.add(link)
  client.on('data', request => {
    if (faults.toLose > 0 && faults.matches(request)) {
      faults.toLose--
      link.losing = true
    }
    server.write(request)
  })
  server.on('data', answer => {
    if (link.losing) {
      faults.lost++
      drop(link)
    } else if (faults.delayMs > 0 || link.held.length > 0) hold(link, answer, faults.delayMs)
    else client.write(answer)
  })
  for (const socket of [client, server]) {
    socket.on('error', () => drop(link))
    socket.on('close', () => {
      drop(link)
      links.delete(link)
    })
  }
  if (faults.paused) setFlowing(link, false)
}

/** Each timer releases the oldest answer, so that answers stay in order when the delay changes. */
function hold(link: Link, answer: Buffer, ms: number) {
  link.held.push(answer)
  setTimeout(() => {
    const oldest = link.held.shift()
    if (oldest && link.client.writable) link.client.write(oldest)
  }, ms)
}

function setFlowing({ client, server }: Link, flowing: boolean) {
  for (const socket of [client, server]) {
    if (flowing) socket.resume()
    else socket.pause()
  }
}

function drop({ client, server }: Link) {
  for (const socket of [client, server]) {
    if (socket.connecting) socket.destroy()
    else if (!socket.destroyed) socket.resetAndDestroy()
  }
}
