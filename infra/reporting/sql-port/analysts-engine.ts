/** A second engine for analysts. Reads a snapshot, uses idle CPU time, and stops a minute after the last query. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { freePort } from '../../platform/free-port.ts'
import { trackPending } from '../../platform/timing.ts'
import { availableMemory, type EngineProcess, startProcess } from '../../stores/embedded/engine/start.ts'
import { openAsker } from './session.ts'
import { Refused } from './tokens.ts'

export type AnalystsEngine = {
  ask<T>(work: (asker: ClickHouseClient) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Options = {
  dataDir: string
  /** Copies the tables and their views into a directory under `dataDir`. */
  takeSnapshot: (target: string) => Promise<void>
  /** Bytes of resident memory at which the engine is killed. Default: a quarter of the memory, at least 1 GiB. */
  memoryBytes?: number
}

type Opened = {
  asker: ClickHouseClient
  process: EngineProcess
  takenAt: number
  asking: number
  hasEnded: boolean
}

/** Milliseconds. When a query starts, its data is at most this old. */
export const SNAPSHOT_MAX_AGE_MS = 10_000
const IDLE_MS = 60_000
const NICENESS = 10
const HEARD_WITHIN_MS = 200
const MIN_MEMORY_BYTES = 1024 ** 3

export const openAnalystsEngine = ({
  dataDir,
  takeSnapshot,
  memoryBytes = Math.max(availableMemory() / 4, MIN_MEMORY_BYTES),
}: Options): AnalystsEngine => {
  const closing = trackPending()
  let current: Opened | undefined
  let opening: Promise<Opened> | undefined
  let count = 0
  let idle: NodeJS.Timeout | undefined

  const open = async (): Promise<Opened> => {
    const takenAt = performance.now()
    // Alternates between two directories, because the previous engine may still answer from its own.
    const target = join(dataDir, `analysts-${++count % 2}`)
    await takeSnapshot(target)
    const [port, password] = [await freePort(), randomBytes(24).toString('base64url')]
    const started = await startProcess({ dataDir: target, port, password, memoryBytes, niceness: NICENESS })
    const asker = openAsker({ url: `http://127.0.0.1:${port}`, password })
    const opened: Opened = { asker, process: started, takenAt, asking: 0, hasEnded: false }
    void started.ended.then(async () => {
      opened.hasEnded = true
      await asker.close()
      await rm(target, { recursive: true, force: true })
    })
    return opened
  }
  const leave = (left: Opened | undefined): void => {
    if (!left || left.hasEnded || left.asking > 0) return
    void closing.add(left.process.stop())
  }
  const isFresh = (one: Opened | undefined): one is Opened =>
    one !== undefined && !one.hasEnded && performance.now() - one.takenAt < SNAPSHOT_MAX_AGE_MS

  const fresh = async (): Promise<Opened> => {
    if (isFresh(current)) return current
    opening ??= closing
      .settled()
      .then(open)
      .then(opened => {
        const left = current
        current = opened
        leave(left)
        return opened
      })
      .finally(() => {
        opening = undefined
      })
    return opening
  }
  const leaveWhenIdle = () => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      const left = current
      current = undefined
      leave(left)
    }, IDLE_MS).unref()
  }

  return {
    ask: async work => {
      const engine = await fresh()
      engine.asking += 1
      try {
        return await work(engine.asker)
      } catch (error) {
        // An ended engine closes its connections a moment before its exit event. Wait for that event.
        await Promise.race([engine.process.ended, sleep(HEARD_WITHIN_MS, undefined, { ref: false })])
        if (!engine.hasEnded) throw error
        throw new Refused(ENDED_BY_IT, 159)
      } finally {
        engine.asking -= 1
        if (engine !== current) leave(engine)
        leaveWhenIdle()
      }
    },
    close: async () => {
      clearTimeout(idle)
      await opening?.catch(() => undefined)
      await current?.process.stop()
      await closing.settled()
    },
  }
}

const ENDED_BY_IT =
  'The query was ended with the engine that answers analysts: it took too long within one block of rows, or too much memory. Ask for less.'
