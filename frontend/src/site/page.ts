/** What a public page says of itself, beside the component that shows it. */
import type { ComponentType } from 'react'

export type Head = {
  title: string
  description: string
  /** For search engines: named in the sitemap, merely allowed, or kept out. */
  search: 'sitemap' | 'allowed' | 'hidden'
  /** What they read beside the page (schema.org). */
  data: readonly object[]
}
export type PublicPage = Head & { Component: ComponentType }
