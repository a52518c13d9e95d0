/** An optional part of a page. If it fails to render, the page shows without it. */
import type { ReactNode } from 'react'
import { Boundary } from '../ui/boundary.tsx'

export const Widget = ({ children }: { children: ReactNode }) => (
  <Boundary fallback={() => null}>{children}</Boundary>
)
