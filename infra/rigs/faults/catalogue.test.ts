import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from './catalogue.ts'
import { readPage } from './page.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Soaks are for a night, and there is one supported engine: neither is part of the suite. */
const LEFT_OUT = ['R-30']

test('every case from R-01 to R-32 is there', () => {
  const all = Array.from({ length: 32 }, (_, i) => `R-${String(i + 1).padStart(2, '0')}`)
  expect(CATALOGUE.map(({ id }) => id)).toEqual(all.filter(id => !LEFT_OUT.includes(id)))
})

test('the page has every case: `node infra/rigs/faults/page.ts` writes them', async () => {
  const { now, wanted } = await readPage()
  expect(now).toBe(wanted)
  const unknown = [...now.matchAll(/^\| (R-\d\d) /gm)].filter(
    ([, id]) => !CATALOGUE.some(one => one.id === id),
  )
  expect(unknown).toEqual([])
})

describe.each(CATALOGUE)('$id $what', ({ proofs }) => {
  test.each(proofs)('is tested in $file', ({ file, test: name }) => {
    const path = join(ROOT, file)
    expect(existsSync(path), file).toBe(true)
    const names = [
      ...readFileSync(path, 'utf8').matchAll(/(?:\b(?:test|describe)\b[^\n'"`]*|\]\))\(\s*(['"`])(.+?)\1/g),
    ]
    expect(names.map(found => found[2]).filter(found => found?.includes(name))).not.toEqual([])
  })
})
