import type { Role } from '@firsttouch/api/contract/roles'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Button as Any } from '../../ui/button.tsx'
import { useMay } from '../data/use-read.ts'

/** Hidden from users below the role `needs`. Never printed. */
export const Button = ({ needs, ...look }: ComponentProps<typeof Any> & { needs?: Role }) => {
  const may = useMay(needs)
  return may && <Any variant="ghost" size="sm" {...look} className={clsx('print:hidden', look.className)} />
}
