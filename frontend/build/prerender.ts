/** Writes one HTML file for each path, and `site.json` with the files and the script hashes for the CSP. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { RenderedPage } from '../src/prerender.tsx'
import { headTags, ROBOTS, scriptHashes, sitemap } from './html.ts'
import { pageBody, variantTags } from './variants.ts'

const DIST = resolve(process.argv[2] ?? join(import.meta.dirname, '..', 'dist'))
const SSR = join(DIST, 'ssr')
const KEEP_ASSETS_MS = 24 * 3_600_000

const INSTALLABLE =
  '<link rel="manifest" href="/dashboard.webmanifest" />\n    <link rel="apple-touch-icon" href="/icon-192.png" />'

const NO_SCRIPT =
  '<noscript><p class="p-6">The dashboard needs JavaScript. Allow it for this site in your browser, then reload the page.</p></noscript>'

const NAMES: Record<string, string> = { '/': 'root', '*': 'not-found' }

const compressAssets = async (): Promise<void> => {
  const folder = join(DIST, 'assets')
  const names = await readdir(folder)
  for (const name of names.filter(name => /\.(js|css)$/.test(name) && !names.includes(`${name}.br`))) {
    const content = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content))
    await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
  }
}

/** Removes assets of earlier builds after a day. Until then, open pages may still load them. */
const removeOldAssets = async (): Promise<void> => {
  const folder = join(DIST, 'assets')
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > KEEP_ASSETS_MS) await rm(join(folder, name))
  }
}

const { renderPages }: { renderPages: () => Promise<RenderedPage[]> } = await import(
  join(SSR, 'prerender.js')
)
const pages = await renderPages()
const markupOf = (path: string) => pages.find(page => page.path === path)?.markup
const template = await readFile(join(DIST, 'index.html'), 'utf8')
const files: Record<string, string> = {}
const hashes = new Set<string>()

await mkdir(join(DIST, 'pages'), { recursive: true })
for (const { path, markup, head } of pages) {
  const html = template
    .replace('<!--head-->', () => headTags(path, head))
    // Staff pages have no markup. They get the tags of an installable app.
    .replace('<!--variants-->', () => (markup ? variantTags(path) : INSTALLABLE))
    .replace('<div id="root"></div>', () => pageBody(path, markupOf) + (markup ? '' : NO_SCRIPT))
  const file = `pages/${NAMES[path] ?? path.slice(1).replaceAll('/', '-')}.html`
  files[path] = file
  for (const hash of scriptHashes(html)) hashes.add(hash)
  await writeFile(join(DIST, file), html)
}
const named = pages.filter(({ head }) => head.search === 'sitemap').map(({ path }) => path)
await writeFile(join(DIST, 'sitemap.xml'), sitemap(named))
await writeFile(join(DIST, 'robots.txt'), ROBOTS)
await rm(SSR, { recursive: true })
await removeOldAssets()
await compressAssets()
// Write this file last, because it marks the build as complete.
await writeFile(join(DIST, 'site.json'), JSON.stringify({ files, scriptHashes: [...hashes] }, null, 2))
