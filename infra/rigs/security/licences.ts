/** Prints the licence of every package in the lock file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Package = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
}

/** Licences that only require attribution, and Mozilla's, which applies only to its own files. */
export const PERMITTED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'Unlicense',
  'Public Domain',
  'CC0-1.0',
  'CC-BY-4.0',
  'PostgreSQL',
  'OFL-1.1',
  'MIT OR Apache-2.0',
  '(MIT AND Zlib)',
  'MIT AND ISC AND BSD-3-Clause',
])

type Licensed = { name: string; version: string; licence: string; dev: boolean }

export const licencesOf = (packages: Record<string, Package>): Licensed[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version = '', license = 'none named', dev = false }]) => ({
      name: path.split('node_modules/').at(-1) ?? path,
      version,
      licence: license,
      dev,
    }))

if (import.meta.main) {
  const lock = readFileSync(join(import.meta.dirname, '..', '..', '..', 'package-lock.json'), 'utf8')
  const groups = Map.groupBy(licencesOf(JSON.parse(lock).packages), ({ licence }) => licence)
  for (const [licence, packages] of [...groups].toSorted(([, a], [, b]) => b.length - a.length))
    console.log(
      `${licence}${PERMITTED.has(licence) ? '' : '  (not on the list)'}\n  ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`,
    )
}
