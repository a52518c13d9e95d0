import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Head, PublicPage } from './site/page.ts'
import { PAGES, STAFF_PATHS } from './site/pages.ts'
import { page as root } from './site/root.ts'
import { Shell } from './site/shell.tsx'

/** `markup` is empty for staff pages, which the browser renders. */
export type RenderedPage = { path: string; markup: string; head: Head }

const STAFF_HEAD: Head = { title: 'Firsttouch', description: 'For staff.', search: 'hidden' }

export const renderPages = async (): Promise<RenderedPage[]> => {
  const staff = STAFF_PATHS.map(path => ({ path, markup: '', head: STAFF_HEAD }))
  const loaded = Object.entries(PAGES).map(async ([path, load]) => pageAt(path, (await load()).page))
  return [...staff, pageAt(LANDING_PAGE.path, root), ...(await Promise.all(loaded))]
}

const pageAt = (path: string, { Component, ...head }: PublicPage): RenderedPage => {
  const app = (
    <StrictMode>
      <Shell tracking={null}>
        <Component />
      </Shell>
    </StrictMode>
  )
  return { path, markup: renderToString(app), head }
}
