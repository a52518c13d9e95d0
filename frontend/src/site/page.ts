/** A public page: its component and what search engines read. */
import type { ComponentType } from 'react'

export type Head = {
  title: string
  description: string
  /** For search engines: named in the sitemap, merely allowed, or kept out. */
  search: 'sitemap' | 'allowed' | 'hidden'
  /** Structured data for search engines (schema.org). */
  data: readonly object[]
}
export type PublicPage = Head & { Component: ComponentType }
