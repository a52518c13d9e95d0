import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSiteIfNeeded, SITE_DIST } from '@firsttouch/infra/app/site/build'
import { expect, test } from 'vitest'

test('a page asks for its entry and the tracker before it is painted, and for nothing else', async () => {
  await buildSiteIfNeeded()
  const html = readFileSync(join(SITE_DIST, 'pages', 'root.html'), 'utf8')
  const asked = [...html.matchAll(/(?:src|href)="\/assets\/([a-z-]+)-[\w-]{8}\.js"/g)].map(([, name]) => name)
  expect(asked.toSorted()).toEqual(['index', 'track'])
})
