import type { ReactNode } from 'react'
import { CardBoundary } from './card-boundary.tsx'

/** Cards by what they show, in this order: a mistake in one leaves the others working. */
export const Cards = ({ of }: { of: Readonly<Record<string, ReactNode>> }) =>
  Object.entries(of).map(([what, card]) => (
    <CardBoundary key={what} what={what}>
      {card}
    </CardBoundary>
  ))
