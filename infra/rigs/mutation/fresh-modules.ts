/**
 * Before each run in a kept process: modules are loaded anew, so that what a mutant left in one is not there for the next. Not
 * those of the open stores, and what these import.
 */
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
  /** `textChanges`: also the text of a module may be another one in each run. */
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

// Files of one run share their modules, as they do in the short tests.
if (begun.mutationRun !== worker.ctx) {
  begun.mutationRun = worker.ctx
  const modules = worker.evaluatedModules.idToModuleMap
  const kept = keptModules(modules)
  const text = worker.providedContext.textChanges ? { meta: undefined } : {}
  for (const [id, module] of modules)
    if (!kept.has(id) && !VITEST.test(id) && module.evaluated)
      Object.assign(module, { promise: undefined, exports: undefined, evaluated: false, ...text })
}

export {}
