/** Finds a free port for a server that starts a moment later. The port is below the range for outgoing connections. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const FROM = 10_240
const BELOW = 32_768
const ATTEMPTS = 100

const given = new Set<number>()

/** Returns a port that is free on every interface. Never returns the same port twice. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FROM, BELOW)
    if (given.has(port)) continue
    // Reserved before the check, so a concurrent call cannot draw the same port.
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`Found no free port from ${FROM} to ${BELOW - 1}.`)
}

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
