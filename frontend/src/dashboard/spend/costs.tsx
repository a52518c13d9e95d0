/** What advertising cost: typed in for a day, or taken from the report of an advertising platform. */
import { FileUp, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { useCampaigns } from '../data/figures.ts'
import { Button } from '../pieces/button.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { focusToggle } from '../pieces/opened.tsx'
import { Section } from '../pieces/section.tsx'
import { LastCosts } from './last-costs.tsx'

const WAYS = {
  file: {
    label: 'Import a Report',
    Icon: FileUp,
    Form: lazily(async () => (await import('./import/import-costs.tsx')).ImportCosts, 'm-5 h-40'),
  },
  typed: {
    label: 'Type In a Cost',
    Icon: PencilLine,
    Form: lazily(async () => (await import('./type-cost.tsx')).TypeCost, 'm-5 h-40'),
  },
}
type Way = keyof typeof WAYS
const NAMES: readonly Way[] = ['file', 'typed']

export const Costs = () => {
  const [way, setWay] = useState<Way | null>(null)
  const campaigns = useCampaigns().data ?? []
  const Form = way && WAYS[way].Form
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
      {Form ? <Form campaigns={campaigns} onDone={close} /> : <LastCosts />}
    </Section>
  )
}
