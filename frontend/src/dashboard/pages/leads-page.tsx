import { Leads } from '../leads/leads.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'

export const LeadsPage = () => (
  <CardBoundary what="leads">
    <Leads />
  </CardBoundary>
)
