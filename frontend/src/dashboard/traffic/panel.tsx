import type { ReactNode } from 'react'

export const Panel = ({
  title,
  tools,
  children,
}: {
  title: string
  tools?: ReactNode
  children: ReactNode
}) => (
  <div className="traffic-panel min-w-0 px-4 py-4 sm:px-5">
    <div className="mb-2.5 flex min-h-8 flex-wrap items-center justify-between gap-2">
      <h3 className="font-semibold">{title}</h3>
      {tools}
    </div>
    <div className="min-w-0">{children}</div>
  </div>
)

export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>
