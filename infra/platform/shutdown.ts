/** How a process ends: no longer ready, drained, committed, gone within 15 seconds. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

const HARD_LIMIT_MS = 15_000
/** Long enough that every connection in use gets one more answer, which closes it. */
const LEAST_DRAIN_MS = 250

/** A balancer sees that we are not ready and sends its requests elsewhere; then no more are taken. */
export const drainHttp = async (app: FastifyInstance, health: Health, delayMs: number): Promise<void> => {
  health.drain()
  await sleep(Math.max(delayMs, LEAST_DRAIN_MS))
  await app.close()
}

/** Runs until SIGINT or SIGTERM, then closes: exit code 0, or 1 when that fails; killed when it takes too long. */
export const runMain = async (start: () => Promise<{ close(): Promise<void> }>): Promise<void> => {
  const starting = start()
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(giveUp, HARD_LIMIT_MS).unref()
    starting
      .then(running => running.close())
      .then(
        () => process.exit(0),
        error => {
          console.error(error)
          process.exit(1)
        },
      )
  }
  // Registered first, so that a signal during the start ends it as well.
  process.on('SIGINT', stop).on('SIGTERM', stop)
  await starting.catch(error => {
    console.error(`\n  ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  })
}

/** A normal exit waits for the engine's threads, and one of them may be busy for hours. Exit handlers still run first. */
const giveUp = (): void => {
  process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.exit(1)
}
