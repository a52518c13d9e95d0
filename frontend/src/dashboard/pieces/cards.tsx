import { isAtLeast, type Role } from '@firsttouch/api/contract/roles'
import type { ReactNode } from 'react'
import { useSession } from '../data/use-read.ts'
import { CardBoundary } from './card-boundary.tsx'

type CardsProps = {
  of: Readonly<Record<string, ReactNode>>
  /** The lowest role that sees a card; any role unless it is named. */
  roles?: Readonly<Record<string, Role>>
}

/** Cards by what they show, in this order: a mistake in one leaves the others working. */
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
