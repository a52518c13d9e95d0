/** Graceful shutdown: stops accepting requests and answers all that have arrived. */
import type { Server } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

/** Long enough that every connection in use gets one more answer, which closes it. */
const LEAST_DRAIN_MS = 250
const EMPTY_TURNS = 5
const MOST_TURNS = 1_000

/** First the load balancer sees "not ready" and sends requests elsewhere. Then the port closes. */
export const drainHttp = async (app: FastifyInstance, health: Health, delayMs: number): Promise<void> => {
  health.drain()
  await sleep(Math.max(delayMs, LEAST_DRAIN_MS))
  await takeWaiting(app.server)
  await app.close()
}

/**
 * When a port closes, the system resets every connection that waits to be taken, with the request that may be on it. Node takes
 * one a turn of its loop.
 */
const takeWaiting = async (server: Server): Promise<void> => {
  let taken = 0
  const count = () => {
    taken++
  }
  server.on('connection', count)
  for (let turns = 0, empty = 0; empty < EMPTY_TURNS && turns < MOST_TURNS; turns++) {
    taken = 0
    await turn()
    empty = taken > 0 ? 0 : empty + 1
  }
  server.off('connection', count)
}
