import { CardBoundary } from '../card-boundary.tsx'
import { Leads } from '../leads/leads.tsx'

export const LeadsPage = () => (
  <CardBoundary what="leads">
    <Leads />
  </CardBoundary>
)
