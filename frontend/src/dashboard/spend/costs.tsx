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
  file: {
    label: 'Import a Report',
    Icon: FileUp,
    load: async () => (await import('./import/import-costs.tsx')).ImportCosts,
  },
  typed: {
    label: 'Type In a Cost',
    Icon: PencilLine,
    load: async () => (await import('./type-cost.tsx')).TypeCost,
  },
}
type Way = keyof typeof WAYS
const NAMES: readonly Way[] = ['file', 'typed']

export const Costs = () => {
  const [way, setWay] = useState<Way | null>(null)
  const campaigns = useCampaigns().data ?? []
  const close = () => {
    setWay(null)
    focusToggle('costs')
  }
  return (
    <Section
      id="costs"
      title="Advertising Costs"
      meta={way === null && <span>By campaign and day: what leads cost is counted from them</span>}
      actions={NAMES.map(name => {
        const { label, Icon } = WAYS[name]
        return (
          <Button
            key={name}
            needs="staff"
            variant={name === 'file' && way === null ? 'primary' : 'ghost'}
            aria-expanded={way === name}
            onClick={() => setWay(way === name ? null : name)}
          >
            <Icon aria-hidden size={15} /> {label}
          </Button>
        )
      })}
    >
      {way ? <Form key={way} way={way} campaigns={campaigns} onDone={close} /> : <LastCosts />}
    </Section>
  )
}

const Form = ({ way, ...props }: { way: Way; campaigns: readonly Campaign[]; onDone: () => void }) => {
  const Loaded = useLoaded(WAYS[way].load)
  return Loaded ? <Loaded {...props} /> : <Skeleton className="m-5 h-40" />
}
