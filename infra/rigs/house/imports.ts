/** The project's source files and their imports, as paths from the root. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..', '..')

export const filesOf = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => file !== '' && existsSync(join(ROOT, file)))

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

const SPECIFIER = /\b(?:from|import)\s*\(?\s*'(@firsttouch\/[^']+|\.[^']*)'/g

/** Paths of a file's imports from this project. The search is textual, so an import in a comment counts too. */
export const importsOf = (file: string): string[] =>
  [...read(file).matchAll(SPECIFIER)].map(([, specifier = '']) =>
    specifier.startsWith('@')
      ? sourceOf(specifier.replace('@firsttouch/', ''))
      : normalize(join(dirname(file), specifier.replace(/\?.*$/, ''))),
  )

/** A workspace's `exports` name every file without its extension. */
const sourceOf = (name: string): string =>
  [`${name}.ts`, `${name}.tsx`].find(path => existsSync(join(ROOT, path))) ?? name

/** Import circles: strongly connected components, by Tarjan's algorithm. */
export const circlesOf = (arrows: [from: string, to: string][]): string[][] => {
  const next = Map.groupBy(arrows, ([from]) => from)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []
  const visit = (name: string): number => {
    index.set(name, index.size)
    let lowest = index.size - 1
    path.push(name)
    for (const [, to] of next.get(name) ?? [])
      if (!index.has(to)) lowest = Math.min(lowest, visit(to))
      else if (path.includes(to)) lowest = Math.min(lowest, index.get(to) ?? 0)
    low.set(name, lowest)
    if (lowest === index.get(name)) {
      const circle = path.splice(path.indexOf(name))
      if (circle.length > 1) circles.push(circle)
    }
    return lowest
  }
  for (const [from] of arrows) if (!index.has(from)) visit(from)
  return circles
}
