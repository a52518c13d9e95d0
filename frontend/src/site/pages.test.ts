import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { isStaffPath, PAGES } from './pages.ts'
import { page as root } from './root.ts'

const declared = async () => [
  root,
  ...(await Promise.all(Object.values(PAGES).map(load => load()))).map(({ page }) => page),
]

test('every file that declares a page has a path', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter(file => /(?<!\.test)\.tsx?$/.test(file))
    .filter(file =>
      readFileSync(join(import.meta.dirname, file), 'utf8').includes('export const page: PublicPage'),
    )
  expect(files.length).toBe((await declared()).length)
})

test('every page has its own title, description and component', async () => {
  const pages = await declared()
  for (const said of ['title', 'description', 'Component'] as const) {
    const values = pages.filter(page => said !== 'Component' || page !== root).map(page => page[said])
    expect(new Set(values).size, said).toBe(values.length)
  }
  for (const { title, description } of pages) {
    expect(title).toMatch(/Firsttouch/)
    expect(description.length).toBeGreaterThan(30)
    expect(description.length).toBeLessThanOrEqual(160)
  }
})

test('no public page uses the path of a staff page or of the root', () => {
  expect(Object.keys(PAGES).filter(isStaffPath)).toEqual([])
  expect(Object.keys(PAGES)).not.toContain(LANDING_PAGE.path)
})

test('the sitemap lists the root and not its variants', async () => {
  expect(root.search).toBe('sitemap')
  for (const { path } of LANDING_PAGE.variants) expect((await PAGES[path]?.())?.page.search).toBe('allowed')
})
