import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../platform/free-port.ts'
import { supervise } from '../supervise.ts'
import { availableMemory, type EngineProcess, startProcess } from './start.ts'

export type Engine = {
  url: string
  password: string
  pid(): number | undefined
  close(): Promise<void>
}

/** Milliseconds to wait until the previous engine releases the directory. */
const PATIENCE_MS = 3_000
const MAX_RESTART_DELAY_MS = 4_000
const MIN_MEMORY_BYTES = 1024 ** 3

/** Throws an error for the operator if the directory cannot be opened. */
export const startEngine = async (dataDir: string): Promise<Engine> => {
  const password = randomBytes(24).toString('base64url')
  const port = await freePort()
  // Half of the machine's memory, so a runaway engine ends only itself.
  const memoryBytes = Math.max(availableMemory() / 2, MIN_MEMORY_BYTES)
  const start = () => startProcess({ dataDir, port, password, memoryBytes })
  const engine = supervise(await startAfterPredecessor(start), {
    start,
    describe: () => 'The ClickHouse engine stopped unexpectedly and is restarting.',
    firstDelayMs: 100,
    mostDelayMs: MAX_RESTART_DELAY_MS,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    password,
    pid: () => engine.current().pid,
    close: engine.close,
  }
}

/** Retries for a while, because the engine of a killed process may still be ending. */
const startAfterPredecessor = async (start: () => Promise<EngineProcess>): Promise<EngineProcess> => {
  for (const began = performance.now(); ; await sleep(100))
    try {
      return await start()
    } catch (error) {
      if (!String(error).includes('another process') || performance.now() - began > PATIENCE_MS) throw error
    }
}
