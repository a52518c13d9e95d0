/** Keeps an engine process running until it is closed. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../platform/free-port.ts'
import { pause } from '../../../platform/timing.ts'
import { availableMemory, type EngineProcess, startProcess } from './start.ts'

export type Engine = {
  url: string
  password: string
  pid(): number | undefined
  close(): Promise<void>
}

/** Milliseconds to wait for another engine on the directory. */
const PATIENCE_MS = 3_000
const MAX_RESTART_DELAY_MS = 4_000
const MIN_MEMORY_BYTES = 1024 ** 3

/** Throws a sentence for the operator when the directory cannot be opened. */
export const startEngine = async (dataDir: string): Promise<Engine> => {
  const password = randomBytes(24).toString('base64url')
  const port = await freePort()
  // Half of the machine's memory, so a runaway engine ends only itself.
  const memoryBytes = Math.max(availableMemory() / 2, MIN_MEMORY_BYTES)
  const start = () => startProcess({ dataDir, port, password, memoryBytes })
  const closing = new AbortController()
  let current = await startAfterPredecessor(start)
  const supervise = async () => {
    for (;;) {
      await current.ended
      if (closing.signal.aborted) return
      console.error('The ClickHouse engine stopped unexpectedly and is started again.')
      const next = await startAgain(start, closing.signal)
      if (!next) return
      current = next
      if (closing.signal.aborted) return void (await current.stop())
    }
  }
  const supervised = supervise()
  return {
    url: `http://127.0.0.1:${port}`,
    password,
    pid: () => current.pid,
    close: async () => {
      closing.abort()
      await current.stop()
      await supervised
    },
  }
}

/** Retries while the engine of a killed process is still ending. */
const startAfterPredecessor = async (start: () => Promise<EngineProcess>): Promise<EngineProcess> => {
  for (const began = performance.now(); ; await sleep(100))
    try {
      return await start()
    } catch (error) {
      if (!String(error).includes('in use by another process') || performance.now() - began > PATIENCE_MS)
        throw error
    }
}

const startAgain = async (
  start: () => Promise<EngineProcess>,
  signal: AbortSignal,
): Promise<EngineProcess | undefined> => {
  for (let delay = 100; !signal.aborted; delay = Math.min(delay * 2, MAX_RESTART_DELAY_MS))
    try {
      return await start()
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      await pause(delay, signal)
    }
  return undefined
}
