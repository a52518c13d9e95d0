/** Starts one engine process and enforces its memory limit. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { setPriority, totalmem } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ALLOCATOR } from '../../../platform/allocator.ts'

export type EngineProcess = {
  pid: number | undefined
  /** Settles when the process has ended for any reason. */
  ended: Promise<unknown>
  stop(): Promise<void>
}

export type EngineOptions = {
  dataDir: string
  port: number
  password: string
  /** Bytes of resident memory at which the process is killed. */
  memoryBytes: number
  /** A value for `nice`. Higher values yield the CPU to others. */
  niceness?: number
}

const PROCESS = join(import.meta.dirname, 'process.ts')
/** Milliseconds that a process has to finish its statements before it is killed. */
const CLOSE_PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 250
const ASK_EVERY_MS = 5_000
/** Several, because a machine short of CPU time may delay answers. */
const MOST_UNANSWERED = 6

const ENVIRONMENT = {
  ...ALLOCATOR,
  // jemalloc returns freed memory to the system after a second.
  JE_MALLOC_CONF: 'narenas:2,percpu_arena:disabled,dirty_decay_ms:1000,background_thread:true',
  // Up to 48 statements occupy one thread each, and a KILL QUERY needs another one.
  UV_THREADPOOL_SIZE: '64',
}

/** Memory limit of this process's container, or the memory of the machine. */
export const availableMemory = (): number => {
  const constrained = process.constrainedMemory()
  return constrained > 0 && constrained < totalmem() ? constrained : totalmem()
}

export const startProcess = async (options: EngineOptions): Promise<EngineProcess> => {
  const child = fork(PROCESS, [options.dataDir, String(options.port)], {
    // A minimal environment, because ours may hold passwords.
    env: {
      ...ENVIRONMENT,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ENGINE_PASSWORD: options.password,
    },
    execArgv: [],
    // Ignore standard input, because an INSERT without rows would read it.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Detached, so that Ctrl-C in the terminal does not reach the engine.
    detached: true,
  })
  const ended = once(child, 'exit')
  const [message] = await Promise.race([once(child, 'message'), ended.then(() => [ENDED])])
  if ('failed' in message) {
    // The engine gives its own reason in its output.
    const said = child.stderr ? await text(child.stderr) : ''
    throw new Error(`${message.failed} ${said}`.trim())
  }
  child.stderr?.pipe(process.stderr)
  await yieldToOthers(child.pid ?? 0, options.niceness ?? 0)
  const watch = setInterval(() => void endWhereTooLarge(child.pid ?? 0, options.memoryBytes), LOOK_EVERY_MS)
  watch.unref()
  const ask = endWhereSilent(child)
  void ended.then(() => [watch, ask].forEach(clearInterval))
  return {
    pid: child.pid,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_PATIENCE_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

const ENDED = { failed: 'The ClickHouse engine ended before it was ready.' }
const FIRST_TO_BE_KILLED = '1000'

/** Lowers the priority of the engine by `niceness`. On Linux, the OOM killer also chooses it first. */
const yieldToOthers = async (pid: number, niceness: number): Promise<void> => {
  if (niceness > 0) setPriority(pid, niceness)
  await writeFile(`/proc/${pid}/oom_score_adj`, FIRST_TO_BE_KILLED).catch(() => undefined)
}

/** Kills a process that no longer answers. Statements run in other threads, so they do not delay answers. */
const endWhereSilent = (child: ChildProcess): NodeJS.Timeout => {
  let unanswered = 0
  child.on('message', () => {
    unanswered = 0
  })
  // Count unanswered questions, not time, because time also passes while this process is suspended.
  return setInterval(() => {
    if (unanswered++ < MOST_UNANSWERED) return void child.send('answer', () => undefined)
    console.error('The ClickHouse engine does not answer and is killed.')
    child.kill('SIGKILL')
  }, ASK_EVERY_MS).unref()
}

const PAGE_BYTES = 4096

const endWhereTooLarge = async (pid: number, mostBytes: number): Promise<void> => {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const bytes = Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
  if (bytes <= mostBytes) return
  console.error(
    `The ClickHouse engine uses ${Math.round(bytes / 1024 ** 2)} MiB, more than its limit, and is killed.`,
  )
  process.kill(pid, 'SIGKILL')
}
