/** A second implementation is worth something only as long as it is one. */
import { expect, test } from 'vitest'
import { filesOf, importsOf } from '../house/imports.ts'

test('the oracle imports nothing of the product whose numbers it judges', () => {
  const files = filesOf('infra/rigs/oracle/*.ts')
  expect(files.length).toBeGreaterThan(10)
  const wrong = files.flatMap(file =>
    importsOf(file)
      .filter(imported => !imported.startsWith('infra/rigs/') && imported !== 'infra/platform/free-port.ts')
      .map(imported => `${file} imports ${imported}`),
  )
  expect(wrong).toEqual([])
})
