/** Renders pages to HTML at build; built for node and called by build/prerender.ts. */
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { type Head, headOf } from './site/head.ts'
import { NOT_FOUND, PAGES, type Page, STAFF_PATHS } from './site/pages.ts'
import { Shell } from './site/shell.tsx'
import { structuredData } from './site/structured-data.ts'

/** `markup` is empty for staff pages: they are rendered in the browser. */
export type RenderedPage = { path: string; markup: string; head: Head; data: object[] }

/** Every page, the one for unknown paths last. */
export const renderPages = async (): Promise<RenderedPage[]> => {
  const rendered = STAFF_PATHS.map(path => pageOf(path, ''))
  // The root holds the markup of both landing pages, which build/prerender.ts puts together.
  for (const page of [...PAGES, NOT_FOUND])
    rendered.push(pageOf(page.path, page.path === '/' ? '' : await render(page)))
  return rendered
}

const pageOf = (path: string, markup: string): RenderedPage => ({
  path,
  markup,
  head: headOf(path),
  data: structuredData(path),
})

const render = async ({ load }: Page): Promise<string> => {
  const Shown = await load()
  return renderToString(
    <StrictMode>
      <Shell tracking={null}>
        <Shown />
      </Shell>
    </StrictMode>,
  )
}
