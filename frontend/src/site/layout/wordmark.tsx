/** The logo: a figure 1 on the end of a tape measure. */
import { clsx } from 'clsx'

/** Use `dark` on an accent-coloured background. */
export const Wordmark = ({ className, dark = false }: { className?: string; dark?: boolean }) => {
  const [ground, line] = dark ? ['#15171a', '#ffc20e'] : ['#ffc20e', '#15171a']
  return (
    <span className={clsx('display inline-flex items-center gap-2.5 text-[1.65rem] leading-none', className)}>
      <svg viewBox="0 0 40 40" aria-hidden className="size-9">
        <rect width="40" height="40" rx="7" fill={ground} />
        <path d="M13 11h9.5v20" fill="none" stroke={line} strokeWidth="6" />
        <path d="M6 37v-4M12 37v-6M18 37v-4M24 37v-6M30 37v-4M36 37v-6" stroke={line} strokeWidth="1.6" />
      </svg>
      Firsttouch
    </span>
  )
}
