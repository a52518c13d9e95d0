/** The tests that import a file, directly or indirectly. */
import { matchesGlob } from 'node:path'
import { filesOf, importsOf, isTest } from '../house/imports.ts'

let importers: Map<string, string[]> | undefined

const importersOf = (): Map<string, string[]> => {
  if (importers) return importers
  importers = new Map()
  for (const file of filesOf('*.ts'))
    for (const imported of importsOf(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
  return importers
}

/** Returns the tests that import `file`, directly or indirectly, and match one of the globs. Long tests must be named. */
export const testsReaching = (file: string, globs: string[]): string[] => {
  const reaching = new Set([file])
  for (const one of reaching) for (const importer of importersOf().get(one) ?? []) reaching.add(importer)
  return [...reaching].filter(
    one =>
      globs.includes(one) ||
      (isTest(one) && !one.endsWith('.long.test.ts') && globs.some(glob => matchesGlob(one, glob))),
  )
}

/** The file and all its direct and indirect imports. */
export const importedBy = (file: string): Set<string> => {
  const imported = new Set([file])
  for (const one of imported) for (const next of importsOf(one)) if (/\.tsx?$/.test(next)) imported.add(next)
  return imported
}
