import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSiteIfNeeded, SITE_DIST } from '@firsttouch/infra/app/site/build'
import { expect, test } from 'vitest'
import { builtStyles } from './testing/built-scripts.ts'

const SRC = join(import.meta.dirname, '..', 'src')

/** Class names that need no rule of their own. */
const UNSTYLED = ['group']

test('every class in a component has a rule in the built stylesheets', async () => {
  await buildSiteIfNeeded()
  const css = builtStyles(SITE_DIST)
    .map(name => readFileSync(join(SITE_DIST, 'assets', name), 'utf8'))
    .join('\n')
  const styled = new Set(
    [...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1')),
  )
  const bare = globSync('**/*.tsx', { cwd: SRC })
    .filter(file => !file.includes('.test.'))
    .flatMap(file =>
      [...readFileSync(join(SRC, file), 'utf8').matchAll(/className="([^"]*)"/g)]
        .flatMap(([, names = '']) => names.split(/\s+/))
        .filter(name => name !== '' && !styled.has(name) && !UNSTYLED.includes(name.split('/')[0] ?? ''))
        .map(name => `${file}: ${name}`),
    )
  expect(bare).toEqual([])
})
