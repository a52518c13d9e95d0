/** A pool for vitest of one process that stays from run to run. Tests in it must not be isolated. */
import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node'

const WORKER = join(import.meta.dirname, 'kept-worker.ts')
const STOPPED = { __vitest_worker_response__: true, type: 'stopped' }

export const openKeptPool = () => {
  let child: ChildProcess | undefined

  const begin = ({ env, execArgv }: PoolOptions): ChildProcess => {
    const begun = fork(WORKER, {
      env,
      execArgv,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    begun.once('exit', () => {
      if (child === begun) child = undefined
    })
    return begun
  }

  const createPoolWorker = (options: PoolOptions): PoolWorker => {
    const events = new EventEmitter()
    const pass = ['message', 'exit', 'error'].map(name => ({
      name,
      on: (...all: unknown[]) => events.emit(name, ...all),
    }))
    let own: ChildProcess | undefined
    return {
      name: 'kept',
      on: (event, heard) => void events.on(event, heard),
      off: (event, heard) => void events.off(event, heard),
      deserialize: message => message,
      start: async () => {
        own = child ??= begin(options)
        for (const { name, on } of pass) own.on(name, on)
      },
      // The runner takes leave after each run; the process stays.
      send: (message: WorkerRequest) => {
        if (message.type === 'stop') setImmediate(() => events.emit('message', STOPPED))
        else own?.send(message)
      },
      stop: async () => {
        for (const { name, on } of pass) own?.off(name, on)
      },
    }
  }

  /** The next run has a new one. */
  const end = async (): Promise<void> => {
    const ended = child
    child = undefined
    if (ended?.exitCode !== null || ended.signalCode !== null) return
    ended.kill('SIGKILL')
    await once(ended, 'exit')
  }

  return { pool: { name: 'kept', createPoolWorker }, end }
}
