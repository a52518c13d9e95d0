import type { ReactNode } from 'react'

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="px-4 py-10 text-center sm:px-5">
    <p className="font-medium">{title}</p>
    {children && <div className="mx-auto mt-1 max-w-md text-muted">{children}</div>}
  </div>
)

export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>
