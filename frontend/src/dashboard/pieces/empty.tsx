import type { ReactNode } from 'react'

/** Nothing here yet: says so in the specification's words, and what to do next. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="px-4 py-10 text-center sm:px-5">
    <p className="font-medium">{title}</p>
    {children && <div className="mx-auto mt-1 max-w-md text-muted">{children}</div>}
  </div>
)

/** The same for a part of a card. */
export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>
