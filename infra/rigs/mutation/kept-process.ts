/** A pool of vitest's whose process outlives a run: the stores in it stay open from one mutant to the next. */
import { EventEmitter } from 'node:events'
import type { Plugin } from 'vite'
import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'

type Start = Extract<WorkerRequest, { type: 'start' }>
type Listener = (...given: unknown[]) => void

let kept: { process: ForksPoolWorker; isSpoilt: boolean; start?: Start } | undefined

/** To vitest each run has a process of its own, which starts and stops. */
class KeptProcess implements PoolWorker {
  readonly name = 'kept'
  readonly cacheFs: boolean
  readonly #options: PoolOptions
  readonly #answers = new EventEmitter()
  readonly #listeners: [string, Listener][] = []
  #stops = false

  constructor(options: PoolOptions, keepsText: boolean) {
    this.#options = options
    this.cacheFs = keepsText
  }

  get #process(): ForksPoolWorker {
    if (!kept) throw new Error('The process of the tests has ended.')
    return kept.process
  }

  async start(): Promise<void> {
    // A static mutant is in what modules made when they were loaded: neither before nor after it is a process fit for another.
    const { mutantActivation } = this.#options.project.getProvidedContext() as { mutantActivation?: string }
    const isSpoilt = mutantActivation === 'static'
    if (kept && (isSpoilt || kept.isSpoilt)) await endProcess()
    if (kept) return
    const process = new ForksPoolWorker(this.#options)
    await process.start()
    kept = { process, isSpoilt }
    process.on('exit', () => {
      if (kept?.process === process) kept = undefined
    })
  }

  on(event: string, listener: Listener): void {
    this.#answers.on(event, listener)
    this.#listeners.push([event, listener])
    this.#process.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    this.#answers.off(event, listener)
    kept?.process.off(event, listener)
  }

  send(message: WorkerRequest): void {
    const isAgain = message.type === 'start' && kept?.start !== undefined
    if (message.type === 'start' && kept) kept.start = message
    if (message.type === 'stop') this.#stops = true
    // The filter of test names is in the configuration that each start brings.
    if (message.type === 'run' && kept?.start)
      Object.assign(message.context, { config: kept.start.context.config })
    if (message.type === 'stop') this.#answer('stopped')
    else if (isAgain) this.#answer('started')
    else this.#process.send(message)
  }

  #answer(type: string): void {
    setImmediate(() => this.#answers.emit('message', { type, __vitest_worker_response__: true }))
  }

  deserialize(data: unknown): unknown {
    return data
  }

  /** Without being asked first it is vitest's last resort. */
  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners.splice(0)) kept?.process.off(event, listener)
    if (!this.#stops) await endProcess()
  }
}

/** The next run has a new one. */
export const endProcess = async (): Promise<void> => {
  const ended = kept?.process
  kept = undefined
  await ended?.stop()
}

/**
 * A plugin, as Stryker sets the option `pool` itself. `keepsText`: the process may take a module's text from the disk, where it
 * was put for an earlier run; not where it is another one in each run.
 */
export const keepProcess = (keepsText: boolean): Plugin => ({
  name: 'kept-process',
  configureVitest: ({ project, vitest }) => {
    project.config.pool = 'kept'
    project.config.poolRunner = {
      name: 'kept',
      createPoolWorker: options => new KeptProcess(options, keepsText),
    }
    vitest.onClose(endProcess)
  },
})

export const keepsProcess = keepProcess(true)
