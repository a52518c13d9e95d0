import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOnce } from './controls.ts'
import { CONTROLS } from './controls-list.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every listed control and its test exist', () => {
  const lost = CONTROLS.filter(
    ({ file, find, test }) => !isOnce(read(file), find) || !existsSync(join(root, test)),
  )
  expect(lost.map(({ item, what, file }) => `${item} ${what} (${file})`)).toEqual([])
})

test('every item of the list is in the documented table', () => {
  const documented = new Set(read('api/README.md').match(/S-\d\d/g))
  expect(CONTROLS.filter(({ item }) => !documented.has(item)).map(({ item }) => item)).toEqual([])
})
