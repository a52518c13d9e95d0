/**
 * Reloads modules before each run in a reused process, so that the state of one mutant does not affect the next. Does
 * not reload the modules of the open stores and their imports.
 */
import { inject } from 'vitest'

type Module = {
  file: string
  imports: Set<string>
  importers: Set<string>
  evaluated: boolean
  meta?: unknown
  promise?: unknown
  exports?: unknown
}

type Worker = {
  ctx: object
  evaluatedModules: { idToModuleMap: Map<string, Module> }
  /** `textChanges`: a module's source may also differ from run to run. */
  providedContext: { textChanges?: boolean }
}

const STORES = '/infra/rigs/testing/stores.ts'
const VITEST = /\/vitest\/dist\/|@vitest\/|vitest-virtual/

const { __vitest_worker__: worker } = globalThis as unknown as { __vitest_worker__: Worker }
const begun = globalThis as { mutationRun?: object }

const keptModules = (modules: Map<string, Module>): Set<string> => {
  const kept = new Set([...modules].filter(([, { file }]) => file.endsWith(STORES)).map(([id]) => id))
  for (const id of kept) for (const imported of modules.get(id)?.imports ?? []) kept.add(imported)
  return kept
}

// Reload modules once for each run. The test files of one run share modules, as in the short form.
if (begun.mutationRun !== worker.ctx) {
  begun.mutationRun = worker.ctx
  const modules = worker.evaluatedModules.idToModuleMap
  const kept = keptModules(modules)
  const text = worker.providedContext.textChanges ? { meta: undefined } : {}
  for (const [id, module] of modules)
    if (!kept.has(id) && !VITEST.test(id) && module.evaluated)
      Object.assign(module, { promise: undefined, exports: undefined, evaluated: false, ...text })
}

// Stryker activates a mutant before a file's tests, or before loading the file if the mutant is static. It never deactivates one.
const given = (name: string): string | undefined => inject(name as never)
const globalNamespace = given('globalNamespace')
const stryker = globalNamespace && (globalThis as Record<string, unknown>)[globalNamespace]
if (stryker && given('mutantActivation') !== 'static') Object.assign(stryker, { activeMutant: undefined })
