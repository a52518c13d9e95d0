import { isAtLeast, type Role } from '@firsttouch/api/contract/roles'
import type { ReactNode } from 'react'
import { useSession } from '../data/use-read.ts'
import { CardBoundary } from './card-boundary.tsx'

type CardsProps = {
  of: Readonly<Record<string, ReactNode>>
  roles?: Readonly<Record<string, Role>>
}

export const Cards = ({ of, roles = {} }: CardsProps) => {
  const role = useSession().data?.role ?? 'viewer'
  return Object.entries(of)
    .filter(([what]) => isAtLeast(role, roles[what] ?? 'viewer'))
    .map(([what, card]) => (
      <CardBoundary key={what} what={what}>
        {card}
      </CardBoundary>
    ))
}
