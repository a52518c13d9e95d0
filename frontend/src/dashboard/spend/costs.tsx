/** What advertising cost: typed in for a day, or taken from the report of an advertising platform. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import { FileUp, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useCampaigns } from '../data/figures.ts'
import { Button } from '../pieces/button.tsx'
import { focusToggle, Section } from '../pieces/section.tsx'
import { LastCosts } from './last-costs.tsx'

const WAYS = {
  typed: async () => (await import('./type-cost.tsx')).TypeCost,
  file: async () => (await import('./import/import-costs.tsx')).ImportCosts,
}
type Way = keyof typeof WAYS

export const Costs = () => {
  const [way, setWay] = useState<Way | null>(null)
  const campaigns = useCampaigns().data ?? []
  const toggle = (chosen: Way) => setWay(chosen === way ? null : chosen)
  const close = () => {
    setWay(null)
    focusToggle('costs')
  }
  return (
    <Section
      id="costs"
      title="Advertising Costs"
      meta={way === null && <span>By campaign and day: what leads cost is counted from them</span>}
      actions={
        <>
          <Toggle way="file" chosen={way} onToggle={toggle} />
          <Toggle way="typed" chosen={way} onToggle={toggle} />
        </>
      }
    >
      {way ? <Form key={way} way={way} campaigns={campaigns} onDone={close} /> : <LastCosts />}
    </Section>
  )
}

const Toggle = ({
  way,
  chosen,
  onToggle,
}: {
  way: Way
  chosen: Way | null
  onToggle: (way: Way) => void
}) => (
  <Button
    needs="staff"
    variant={way === 'file' && chosen === null ? 'primary' : 'ghost'}
    aria-expanded={chosen === way}
    onClick={() => onToggle(way)}
  >
    {way === 'file' ? <FileUp aria-hidden size={15} /> : <PencilLine aria-hidden size={15} />}
    {way === 'file' ? 'Import a Report' : 'Type In a Cost'}
  </Button>
)

const Form = ({ way, ...props }: { way: Way; campaigns: readonly Campaign[]; onDone: () => void }) => {
  const Loaded = useLoaded(WAYS[way])
  return Loaded ? <Loaded {...props} /> : <Skeleton className="m-5 h-40" />
}
