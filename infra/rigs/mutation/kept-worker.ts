/** A test process that outlives its runs: what its files have in common, stores and modules, is opened once for all mutants. */
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

type State = Parameters<typeof runBaseTests>[1]
type Modules = State['evaluatedModules']
type Module = NonNullable<ReturnType<Modules['getModuleById']>>

/** As they are, whatever a test makes of them. */
const send = process.send?.bind(process)
const on = process.on.bind(process)
const off = process.off.bind(process)
const exit = process.exit.bind(process)
if (!send) throw new Error('This is started by kept-pool.ts alone.')

// Each run listens with a line to its runner of its own, in place of that of the run before.
let own: ((message: unknown) => void) | undefined
let line: typeof own
const listen = (heard: (message: unknown) => void): void => {
  if (own === undefined) own = heard
  else {
    if (line) off('message', line)
    line = heard
  }
  on('message', heard)
}

let modules: Modules | undefined

const runTests = async (method: 'run' | 'collect', state: State, ...rest: [never]): Promise<void> => {
  const { invalidates = [] } = state.ctx as { invalidates?: string[] }
  if (modules) for (const file of invalidates) forget(modules, file)
  await runBaseTests(method, state, ...rest)
  modules = state.evaluatedModules
}

/** With whatever imports it, since that holds what the module gave it. */
const forget = (known: Modules, file: string): void => {
  const forgotten = new Set<Module>(known.fileToModulesMap.get(file))
  for (const one of forgotten) {
    for (const importer of one.importers) {
      const module = known.getModuleById(importer)
      if (module) forgotten.add(module)
    }
    known.invalidateModule(one)
  }
}

on('disconnect', () => exit(1))
init({
  post: message => send(message),
  on: listen,
  off: heard => off('message', heard),
  setup: setupEnvironment,
  runTests: (state, traces) => runTests('run', state, traces as never),
  collectTests: (state, traces) => runTests('collect', state, traces as never),
})
