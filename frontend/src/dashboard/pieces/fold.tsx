import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

type FoldProps = ComponentProps<'details'> & {
  summary: ReactNode
  look: string
  small?: boolean
}

export const Fold = ({ summary, look, small, className, children, ...details }: FoldProps) => (
  <details className={className} {...details}>
    <summary className={clsx('dashboard-target flex w-fit cursor-pointer items-center gap-1', look)}>
      <ChevronRight
        aria-hidden
        size={small ? 14 : 16}
        className="shrink-0 transition-transform [[open]>summary>&]:rotate-90"
      />
      {summary}
    </summary>
    {children}
  </details>
)
