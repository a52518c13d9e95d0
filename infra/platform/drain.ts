/** Graceful shutdown: stops accepting requests and answers all that have arrived. */
import type { Server, Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

/** Minimum ms between "not ready" and closing the port. Each active connection gets one more response meanwhile. */
const LEAST_DRAIN_MS = 250
const EMPTY_TURNS = 5
/** Milliseconds. Without this limit, constant load would delay the shutdown for ever. */
const MOST_WAITING_MS = 2_000

/** The load balancer sees "not ready" before the port closes. */
export const drainHttp = async (app: FastifyInstance, health: Health, delayMs: number): Promise<void> => {
  health.drain()
  await sleep(Math.max(delayMs, LEAST_DRAIN_MS))
  const waiting = await takeWaiting(app.server)
  // Close the port before `app.close` runs hooks. A connection that arrived during the hooks would be reset.
  app.server.close()
  for (const socket of waiting) socket.resume()
  await app.close()
}

/**
 * Accepts the connections in the port's backlog, because closing the port would reset them. Node accepts one per turn
 * of the event loop. Pauses them, because a client that gets an answer before the port closes may connect again.
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
