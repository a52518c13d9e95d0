import { LANDING_PAGE, type PageExperiment } from '@firsttouch/ingest/experiments'
import type { ComponentType } from 'react'

export type Head = {
  title: string
  description: string
  /** Pages with `sitemap` are listed in the sitemap. Pages with `hidden` are excluded from search engines. */
  search: 'sitemap' | 'allowed' | 'hidden'
  /** Structured data (JSON-LD). */
  data?: readonly object[]
}
export type PublicPage = Head & { Component: ComponentType }

/** Experiments on whole pages. Not in `ingest/experiments.ts`, because the tracker loads that file. */
export const PAGE_EXPERIMENTS: readonly PageExperiment[] = [LANDING_PAGE]
