import { clsx } from 'clsx'

/** A grey shape in the place of what is still loading; the surrounding region says so to screen readers. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={clsx('block animate-pulse rounded-sm bg-sunken', className)} />
)
