import { LANDING_PAGE, type PageExperiment } from '@firsttouch/ingest/experiments'
import type { ComponentType } from 'react'

export type Head = {
  title: string
  description: string
  /** Listed in the sitemap, allowed, or excluded from search engines. */
  search: 'sitemap' | 'allowed' | 'hidden'
  /** Structured data (JSON-LD). */
  data?: readonly object[]
}
export type PublicPage = Head & { Component: ComponentType }

/** Experiments whose variants are whole pages. They are not in `ingest/experiments.ts`, which the tracker loads. */
export const PAGE_EXPERIMENTS: readonly PageExperiment[] = [LANDING_PAGE]
