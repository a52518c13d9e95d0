/** Keeps an engine process running over a data directory until it is closed. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../platform/free-port.ts'
import { pause, repeat } from '../../../platform/timing.ts'

export type Engine = {
  url: string
  password: string
  pid(): number | undefined
  /** How often it has been started again since we opened it. */
  restarts(): number
  close(): Promise<void>
}

const PROCESS = join(import.meta.dirname, 'process.ts')
/** It ends as soon as its statements have. One that is still there then is killed. */
const CLOSE_PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 250
const MAX_RESTART_DELAY_MS = 4_000
const MIN_MEMORY_BYTES = 1024 ** 3

/**
 * 64 threads: 48 statements hold one each, and a KILL needs another. The other settings keep glibc's and the engine's allocators
 * from holding on to freed memory: 150 MB less after ten minutes of load.
 */
const ENVIRONMENT = {
  UV_THREADPOOL_SIZE: '64',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
  JE_MALLOC_CONF: 'narenas:2,percpu_arena:disabled,dirty_decay_ms:1000,background_thread:true',
}

/** Half of what this process may use, so that what grows without end ends the engine and nothing else. */
const memoryLimit = (): number => {
  const constrained = process.constrainedMemory()
  const available = constrained > 0 && constrained < totalmem() ? constrained : totalmem()
  return Math.max(available / 2, MIN_MEMORY_BYTES)
}

/** Throws an Error with a sentence for the operator when the directory cannot be opened. */
export const startEngine = async (dataDir: string): Promise<Engine> => {
  const password = randomBytes(24).toString('base64url')
  const port = await freePort()
  const closing = new AbortController()
  let restarts = 0
  let current = await start(dataDir, port, password)
  const supervise = async () => {
    for (;;) {
      await current.ended
      if (closing.signal.aborted) return
      console.error('The ClickHouse engine stopped unexpectedly and is started again.')
      restarts += 1
      current = await startAgain(() => start(dataDir, port, password), closing.signal)
    }
  }
  const supervised = supervise()
  void repeat({ signal: closing.signal, onError: console.error, everyMs: LOOK_EVERY_MS }, () =>
    endWhereTooLarge(current.child, memoryLimit()),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    password,
    pid: () => current.child.pid,
    restarts: () => restarts,
    close: async () => {
      closing.abort()
      await stop(current)
      await supervised
    },
  }
}

type Running = { child: ChildProcess; ended: Promise<unknown> }

const start = async (dataDir: string, port: number, password: string): Promise<Running> => {
  const child = fork(PROCESS, [dataDir, String(port)], {
    // Not our own environment, which may hold passwords.
    env: { PATH: process.env.PATH, ENGINE_PASSWORD: password, ...ENVIRONMENT },
    execArgv: [],
    // The engine would go on reading an INSERT's rows from standard input.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const [message] = await Promise.race([once(child, 'message'), ended.then(() => [{ failed: 'It ended.' }])])
  if ('failed' in message) throw new Error(message.failed)
  return { child, ended }
}

const startAgain = async (open: () => Promise<Running>, signal: AbortSignal): Promise<Running> => {
  for (let delay = 100; ; delay = Math.min(delay * 2, MAX_RESTART_DELAY_MS))
    try {
      return await open()
    } catch (error) {
      if (signal.aborted) return { child: undefined as never, ended: Promise.resolve() }
      console.error(error)
      await pause(delay, signal)
    }
}

const stop = async ({ child, ended }: Running): Promise<void> => {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_PATIENCE_MS)
  await ended
  clearTimeout(timer)
}

const PAGE_BYTES = 4096

const endWhereTooLarge = async ({ pid }: ChildProcess, mostBytes: number): Promise<void> => {
  const pages = Number((await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')[1] ?? 0)
  if (pages * PAGE_BYTES <= mostBytes) return
  console.error(`The ClickHouse engine uses more than ${Math.round(mostBytes / 1024 ** 2)} MiB and is ended.`)
  process.kill(pid ?? 0, 'SIGKILL')
}
