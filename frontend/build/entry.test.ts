import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSiteIfNeeded, SITE_DIST } from '@firsttouch/infra/app/site/build'
import { expect, test } from 'vitest'

test('staff pages are installable, and their icons have the declared sizes', async () => {
  await buildSiteIfNeeded()
  const read = (...path: string[]) => readFileSync(join(SITE_DIST, ...path))
  const hasManifest = (page: string) => read('pages', page).includes('href="/dashboard.webmanifest"')
  expect(['admin.html', 'login.html', 'root.html'].map(hasManifest)).toEqual([true, true, false])
  const { start_url, icons } = JSON.parse(read('dashboard.webmanifest').toString())
  expect(start_url).toBe('/admin')
  for (const { src, sizes } of icons) {
    const png = read(src)
    // Width and height of a PNG (RFC 2083, section 11.2.1).
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})

test('before the first paint a page loads its entry and the tracker only', async () => {
  await buildSiteIfNeeded()
  const html = readFileSync(join(SITE_DIST, 'pages', 'root.html'), 'utf8')
  const asked = [...html.matchAll(/(?:src|href)="\/assets\/([a-z-]+)-[\w-]{8}\.js"/g)].map(([, name]) => name)
  expect(asked.toSorted()).toEqual(['index', 'track'])
})
