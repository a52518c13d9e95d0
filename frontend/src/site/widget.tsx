/** A part that the page can do without: where it cannot be drawn it is left out, and the page stays. */
import type { ReactNode } from 'react'
import { Boundary } from '../ui/boundary.tsx'

export const Widget = ({ children }: { children: ReactNode }) => (
  <Boundary fallback={() => null}>{children}</Boundary>
)
