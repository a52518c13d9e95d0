import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../rigs/testing/clean-up.ts'
import { walk } from './walk.ts'

const cleanUp = cleanUpAfter('each')

const folderWith = async (files: string[]): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'firsttouch-walk-'))
  cleanUp.push(() => rm(root, { recursive: true, force: true }))
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), '')
  }
  return root
}

const name = fc.constantFrom('a', 'b', 'c')
const file = fc.array(name, { minLength: 1, maxLength: 4 }).map(parts => `${parts.join('/')}/file`)
const parentsOf = (path: string): string[] =>
  path.includes('/') ? [dirname(path), ...parentsOf(dirname(path))] : []

test('a walk finds each remaining file once, parents first, while directories vanish', () =>
  fc.assert(
    fc.asyncProperty(fc.uniqueArray(file), fc.array(name), fc.nat(20), async (files, parts, at) => {
      const root = await folderWith(files)
      const gone = parts.join('/')
      const found: string[] = []
      let looks = 0
      for await (const { path } of walk(root)) {
        if (looks++ === at && gone !== '') await rm(join(root, gone), { recursive: true, force: true })
        expect(found).toEqual(expect.arrayContaining(parentsOf(path)))
        found.push(path)
      }
      const everything = new Set(files.flatMap(path => [path, ...parentsOf(path)]))
      const staying = [...everything].filter(path => gone === '' || !`${path}/`.startsWith(`${gone}/`))
      expect(new Set(found).size).toBe(found.length)
      expect(found).toEqual(expect.arrayContaining(staying))
      expect([...everything]).toEqual(expect.arrayContaining(found))
    }),
    { numRuns: 200 },
  ))

test('a walk neither returns nor enters unwanted paths', async () => {
  const root = await folderWith(['a/file', 'b/a/file'])
  const found = []
  for await (const { path } of walk(root, path => path !== 'b')) found.push(path)
  expect(found.toSorted()).toEqual(['a', 'a/file'])
})

test('a walk of a missing directory is an error', async () => {
  const root = await folderWith([])
  await expect(walk(join(root, 'missing')).next()).rejects.toThrow('ENOENT')
})
