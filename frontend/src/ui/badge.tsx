import { clsx } from 'clsx'
import type { HTMLAttributes } from 'react'

type Tone = 'neutral' | 'accent' | 'ok' | 'danger'
const TONES: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink',
  accent: 'border-accent bg-accent text-on-accent',
  ok: 'border-ok text-ok',
  danger: 'border-danger text-danger',
}

export const Badge = ({
  tone = 'neutral',
  className,
  ...rest
}: HTMLAttributes<HTMLSpanElement> & { tone?: Tone }) => (
  <span
    className={clsx(
      'inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-semibold',
      TONES[tone],
      className,
    )}
    {...rest}
  />
)
