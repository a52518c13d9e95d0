import { isAtLeast, type Role } from '@firsttouch/api/contract/roles'
import type { ReactNode } from 'react'
import { Boundary } from '../../ui/boundary.tsx'
import { useSession } from '../data/use-read.ts'
import { Button } from './button.tsx'

type CardBoundaryProps = { what: string; rest?: string; children: ReactNode }

export const CardBoundary = ({ what, rest, children }: CardBoundaryProps) => (
  <Boundary
    fallback={retry => (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-card p-4 sm:p-5"
      >
        <p className="grow">
          The {what} could not be shown. {rest ?? 'The rest of the page is not affected.'}
        </p>
        <Button onClick={retry}>Try again</Button>
      </div>
    )}
  >
    {children}
  </Boundary>
)

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
