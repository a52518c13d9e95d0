import { clsx } from 'clsx'

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block animate-pulse rounded-sm bg-sunken', className)} />
)
