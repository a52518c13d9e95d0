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
