import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BENCHES } from './benches.ts'

test('every benchmark has its table on the page, and every table there is of one, in the order in which they run', async () => {
  const page = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')
  const sections = page.split(/^## /m).slice(1)
  expect(sections.map(section => /^`(.+)`/.exec(section)?.[1])).toEqual(Object.keys(BENCHES))
  expect(sections.filter(section => !/^\*\*.+\*\*$/m.test(section) || !section.includes('| --- |'))).toEqual(
    [],
  )
})
