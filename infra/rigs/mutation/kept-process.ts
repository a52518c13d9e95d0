/** A vitest pool that reuses its process, so that open stores stay open from one mutant to the next. */
import { EventEmitter } from 'node:events'
import type { Plugin } from 'vite'
import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'

type Start = Extract<WorkerRequest, { type: 'start' }>
type Listener = (...given: unknown[]) => void

let kept: { process: ForksPoolWorker; isSpoilt: boolean; start?: Start } | undefined

/** Vitest sees a new process for each run, but the process is reused. */
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
    // The stores' modules stay loaded, so a static mutant in them needs its own process.
    const { mutantActivation } = this.#options.project.getProvidedContext() as { mutantActivation?: string }
    const isSpoilt = mutantActivation === 'static' && process.env.MUTATION_STORES === 'mutated'
    if (kept && (isSpoilt || kept.isSpoilt)) await endProcess()
    if (kept) return
    const worker = new ForksPoolWorker(this.#options)
    await worker.start()
    kept = { process: worker, isSpoilt }
    worker.on('exit', () => {
      if (kept?.process === worker) kept = undefined
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
    // Each start message brings a configuration with the filter of test names. Apply the latest.
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

  /** A stop without a stop message is vitest's forced termination. */
  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners.splice(0)) kept?.process.off(event, listener)
    if (!this.#stops) await endProcess()
  }
}

/** The next run starts a new process. */
export const endProcess = async (): Promise<void> => {
  const ended = kept?.process
  kept = undefined
  await ended?.stop()
}

/**
 * A plugin, because Stryker overrides the option `pool`. `keepsText`: vitest may reuse a module's transformed source from its disk cache.
 * Use false if the source differs from run to run.
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
