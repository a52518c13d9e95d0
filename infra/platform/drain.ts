/** Graceful shutdown: stops accepting requests and answers all that have arrived. */
import type { Server, Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

/** Milliseconds. Every active connection gets one more response within this time, which closes it. */
const LEAST_DRAIN_MS = 250
const EMPTY_TURNS = 5
/** Milliseconds. Bounds the wait, because under constant load every turn accepts a connection. */
const MOST_WAITING_MS = 2_000

/** The load balancer first sees "not ready" and sends requests elsewhere. Then the port closes. */
export const drainHttp = async (app: FastifyInstance, health: Health, delayMs: number): Promise<void> => {
  health.drain()
  await sleep(Math.max(delayMs, LEAST_DRAIN_MS))
  const waiting = await takeWaiting(app.server)
  // Closes the port in the same turn as the last check. `app.close` runs hooks first, and a connection that arrives
  // then would be reset.
  app.server.close()
  for (const socket of waiting) socket.resume()
  await app.close()
}

/**
 * Accepts all pending connections. Closing a port resets connections in its backlog, along with their requests. Node accepts
 * one connection per turn of the event loop. The returned connections are paused, because answering them would slow these turns, and
 * each answer would bring a new connection.
 */
const takeWaiting = async (server: Server): Promise<Socket[]> => {
  const taken: Socket[] = []
  const take = (socket: Socket) => void taken.push(socket.pause())
  server.on('connection', take)
  const end = performance.now() + MOST_WAITING_MS
  for (let empty = 0, before = 0; empty < EMPTY_TURNS && performance.now() < end; before = taken.length) {
    await turn()
    empty = taken.length > before ? 0 : empty + 1
  }
  server.off('connection', take)
  return taken
}
