/** The oracle shares no code with the product. Shared code would share its errors. */
import { expect, test } from 'vitest'
import { filesOf, importsOf } from '../house/imports.ts'

test('the oracle imports no code of the product that it judges', () => {
  const files = filesOf('infra/rigs/oracle/*.ts')
  expect(files.length).toBeGreaterThan(10)
  const wrong = files.flatMap(file =>
    importsOf(file)
      .filter(imported => !imported.startsWith('infra/rigs/') && imported !== 'infra/platform/free-port.ts')
      .map(imported => `${file} imports ${imported}`),
  )
  expect(wrong).toEqual([])
})
