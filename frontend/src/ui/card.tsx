import { clsx } from 'clsx'
import type { HTMLAttributes } from 'react'

export const Card = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div className={clsx('rounded-lg border border-line bg-card p-6', className)} {...rest} />
)
